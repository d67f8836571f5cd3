"use strict";
// Functions that make elements, and announcements for screen readers.

const SVG = "http://www.w3.org/2000/svg";

// Sets attributes: `true` gives an attribute without a value; `false`, `null` and `undefined` remove it.
function attribute(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  return element;
}

// The children of an element: lists are flattened; `null`, `undefined` and `false` are dropped. All visible
// contents of a page pass through here, because the browser would write "null".
const contents = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

// Replaces the children of an element.
function fill(element, ...children) {
  element.replaceChildren(...contents(children));
  return element;
}

// Appends children to an element.
function include(element, ...children) {
  element.append(...contents(children));
  return element;
}

// An HTML element; strings among the children are text.
const make = (name, attributes = {}, ...children) => include(attribute(document.createElement(name), attributes), children);

// An SVG element.
const draw = (name, attributes = {}, ...children) => include(attribute(document.createElementNS(SVG, name), attributes), children);

const byId = (id) => document.getElementById(id);

function button(text, listener, attributes = {}) {
  return make("button", { type: "button", on: { click: listener }, ...attributes }, text);
}

// Announces a text to screen readers. A repeated text is announced again.
function announce(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

// A number format in the language of the page, or in English if the browser does not know that language.
const numbers = (options) => {
  try {
    return new Intl.NumberFormat(document.documentElement.lang || "en", options);
  } catch {
    return new Intl.NumberFormat("en", options);
  }
};

// A whole number with digit groups; long ones are passed as text.
const grouped = (number) => numbers({ useGrouping: true }).format(BigInt(number));

const decimal = (number) => numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

// A share of 1 in per cent, with up to two decimals for small values.
function percent(share) {
  const parts = share * 100;
  const written = (value, digits) => numbers({ style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  if (parts > 0 && parts < 0.01) return `<${written(0.0001, 2)}`;
  return written(share, parts === 0 || parts >= 10 ? 0 : parts >= 1 ? 1 : 2);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Keeps the keyboard focus while elements are rebuilt; they are identified by `data-key`.
function keepingFocus(container, remake) {
  const active = document.activeElement;
  const key = container.contains(active) ? active.dataset.key : undefined;
  remake();
  if (key !== undefined) {
    const there = container.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
    (there || container.querySelector('[tabindex="0"], button'))?.focus({ preventScroll: true });
  }
}

// Makes a group of elements a single tab stop; the arrow keys move within it.
function roving(elements, start = 0) {
  elements.forEach((element, index) => {
    element.setAttribute("tabindex", index === start ? "0" : "-1");
    element.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
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
