"use strict";
// The fields of the file that have no form of their own, each with its value as text.

// Whether the user is typing in a field of this box of the page. The text is not sent yet, so the box must not be
// redrawn.
/** @param {Element} card */
function isTyping(card) {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return isField && card.contains(activeElement) && activeElement.value !== activeElement.defaultValue;
}

// The selector of the fields whose text is sent when the user leaves them.
const FIELDS = "#title, #layers, #goals input, textarea.entry";
// The fields with a typed text that is not sent yet.
/** @type {Set<Element>} */
const TYPED_IN = new Set();

// Whether the user has typed text that is not sent yet.
const isTyped = () => pending.send !== null || source.timer !== null || [...TYPED_IN].some(({ isConnected }) => isConnected);

function listenToFields() {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof Element && target.matches(FIELDS)) TYPED_IN.add(target);
    drawState();
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof Element) TYPED_IN.delete(target);
    drawState();
  });
}

// Sends the text that is being typed, as if the user had left its field.
function sendTyped() {
  const { activeElement: field } = document;
  if (field instanceof HTMLElement && TYPED_IN.has(field)) {
    field.blur();
    field.focus({ preventScroll: true });
  }
  sendPending();
  if (source.timer !== null) sendSource();
}

// Keeps the values of a form in the storage of the browser, because the puzzle file does not contain them. First
// fills in the values of an earlier visit.
/** @param {HTMLElement} card */
function keepForm(card) {
  const key = `${KEPT}-${card.id}`;
  /** @param {Element} field */
  const isBox = (field) => field instanceof HTMLInputElement && field.type === "checkbox";
  try {
    for (const [id, value] of JSON.parse(localStorage.getItem(key) ?? "[]")) {
      const field = card.querySelector(`#${CSS.escape(id)}`);
      if (field instanceof HTMLInputElement && isBox(field)) field.checked = value;
      else if (field instanceof HTMLInputElement) field.value = value;
      else if (field instanceof HTMLSelectElement && [...field.options].some((option) => option.value === value)) field.value = value;
    }
  } catch {
    // There is no storage, or the stored text is not a list of values.
  }
  card.addEventListener("change", () => {
    const fields = /** @type {HTMLInputElement[]} */ ([...card.querySelectorAll("input[id], select[id]")]);
    try {
      localStorage.setItem(key, JSON.stringify(fields.map((field) => [field.id, isBox(field) ? field.checked : field.value])));
    } catch {
      // Without storage, the values are kept only while the page is open.
    }
  });
}

// Listeners for a text field that call `then` when the user has finished typing.
/** @type {(then: (value: string) => void) => Listeners} */
const typed = (then) => ({
  change: ({ target }) => {
    target.defaultValue = target.value;
    then(target.value);
  },
});

// Makes a collapsed text area in which an entry of a list can be edited as it is written in the file.
/** @param {string} written @param {Attributes} key @param {(entry: string) => void} apply */
function entryText(written, key, apply) {
  /** @param {string} entry */
  const send = (entry) => { if (entry.trim() !== "") apply(entry); };
  const area = make("textarea", { class: "entry", rows: String(Math.min(8, written.split("\n").length)), spellcheck: "false", "aria-label": text("source"), on: typed(send), ...key }, written);
  return make("details", {}, make("summary", { class: "quiet" }, text("as-text")), area);
}

function drawFields() {
  const card = byId("fields");
  if (isTyping(card)) return;
  const rows = VIEW.further.map(([name, value]) => {
    const area = make("textarea", { id: `field-${name}`, class: "entry", rows: String(Math.min(8, value.split("\n").length)), spellcheck: "false", placeholder: text("left-out"), "data-key": `field-${name}`, on: typed((written) => change({ edit: "field", field: name, value: written })) }, value);
    return make("div", { class: "form" }, make("label", { for: `field-${name}` }, make("code", {}, name), ` ${text(`field-${name}`)}`), area);
  });
  keepingFocus(card, () => fill(byId("field-list"), rows));
}

// Makes the input for the depth of a tray, on the lattice of cubes.
function trayField() {
  /** @param {FormEvent} event */
  const set = ({ target }) => {
    const layers = Math.max(0, Math.round(Number(target.value) || 0));
    change({ edit: "field", field: "tray", value: layers === 0 ? "" : `Projected(layers: ${layers})` });
  };
  return make("label", { title: text("layers-hint") }, `${text("layers")} `, make("input", { id: "layers", type: "number", min: "0", max: "1000", value: VIEW.layers, on: { change: set } }));
}
