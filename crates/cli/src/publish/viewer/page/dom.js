"use strict";
// Functions that make elements, and announcements for screen readers.

const SVG = "http://www.w3.org/2000/svg";

// Sets attributes: `true` gives an attribute without a value; `false`, `null` and `undefined` remove it.
/** @template {Element} E @param {E} element @param {Attributes} attributes */
function attribute(element, { on = {}, ...attributes }) {
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, /** @type {(event: Event) => void} */ (listener));
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return element;
}

// Returns the value; throws an error if it is null or undefined.
/** @type {<T>(value: T | null | undefined) => T} */
const present = (value) => {
  if (value === null || value === undefined) throw new TypeError("a value is missing");
  return value;
};

// The children of an element: lists are flattened; `null`, `undefined` and `false` are dropped. All visible
// contents of a page pass through here, because the browser would write "null".
/** @type {(children: readonly Child[]) => (string | Node)[]} */
const contents = (children) => children.flatMap((child) => {
  if (child === null || child === undefined || child === false) return [];
  if (typeof child === "object") return child instanceof Node ? [child] : contents(child);
  return [String(child)];
});

// Replaces the children of an element.
/** @template {Element} E @param {E} element @param {Child[]} children */
function fill(element, ...children) {
  element.replaceChildren(...contents(children));
  return element;
}

// Appends children to an element.
/** @template {Element} E @param {E} element @param {Child[]} children */
function include(element, ...children) {
  element.append(...contents(children));
  return element;
}

// Makes an HTML element; strings among the children become text.
/** @type {<K extends keyof HTMLElementTagNameMap>(name: K, attributes?: Attributes, ...children: Child[]) => HTMLElementTagNameMap[K]} */
const make = (name, attributes = {}, ...children) => include(attribute(document.createElement(name), attributes), children);

// Makes an SVG element.
/** @type {<K extends keyof SVGElementTagNameMap>(name: K, attributes?: Attributes, ...children: Child[]) => SVGElementTagNameMap[K]} */
const draw = (name, attributes = {}, ...children) => include(attribute(document.createElementNS(SVG, name), attributes), children);

// The element with an id; `elements.d.ts` says of what kind it is.
/** @type {<K extends keyof PageElements>(id: K) => PageElements[K]} */
const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** @param {Child} text @param {(event: MouseEvent) => void} listener @param {Attributes} attributes */
function button(text, listener, attributes = {}) {
  return make("button", { type: "button", on: { click: listener }, ...attributes }, text);
}

// Announces a text to screen readers. A repeated text is announced again.
/** @param {string} text */
function announce(text) {
  const live = byId("live");
  fill(live, live.textContent === text ? `${text}\u00a0` : text);
}

// A number format in the language of the page, or in English if the browser does not know that language.
/** @param {Intl.NumberFormatOptions} options */
const numbers = (options) => {
  try {
    return new Intl.NumberFormat(document.documentElement.lang || "en", options);
  } catch {
    return new Intl.NumberFormat("en", options);
  }
};

// A whole number with digit groups; long ones are passed as text.
/** @type {(number: number | string | bigint) => string} */
const grouped = (number) => numbers({ useGrouping: true }).format(BigInt(number));

/** @type {(number: number) => string} */
const decimal = (number) => numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

// A share from 0 to 1 as a percentage, with up to two decimals for small values.
/** @param {number} share */
function percent(share) {
  const parts = share * 100;
  /** @type {(value: number, digits: number) => string} */
  const written = (value, digits) => numbers({ style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  if (parts > 0 && parts < 0.01) return `<${written(0.0001, 2)}`;
  return written(share, parts === 0 || parts >= 10 ? 0 : parts >= 1 ? 1 : 2);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Keeps the keyboard focus while elements are rebuilt; they are identified by `data-key`.
/** @param {Element} container @param {() => void} remake */
function keepingFocus(container, remake) {
  const active = document.activeElement;
  const key = active !== null && container.contains(active) ? active.dataset.key : undefined;
  remake();
  if (key !== undefined) {
    const there = container.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    (there ?? container.querySelector('[tabindex="0"], button'))?.focus({ preventScroll: true });
  }
}

// Makes a group of elements a single tab stop; the arrow keys move within it.
/** @param {HTMLElement[]} elements */
function roving(elements, start = 0) {
  elements.forEach((element, index) => {
    element.setAttribute("tabindex", index === start ? "0" : "-1");
    element.addEventListener("keydown", (event) => {
      const step = new Map([["ArrowRight", 1], ["ArrowDown", 1], ["ArrowLeft", -1], ["ArrowUp", -1]]).get(event.key);
      let next = step && (index + step + elements.length) % elements.length;
      if (event.key === "Home") next = 0;
      if (event.key === "End") next = elements.length - 1;
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      elements.forEach((other, at) => other.setAttribute("tabindex", at === next ? "0" : "-1"));
      elements[next].focus();
    });
  });
}
