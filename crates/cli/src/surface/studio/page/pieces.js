"use strict";
// The pieces: a list with pictures, and forms to change them.

/** @type {number | null} */
let openPiece = null;

// The width and the height of a picture in millimetres.
/** @type {(svg: string) => number[]} */
const sizeOf = (svg) => (/width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg)?.slice(1) ?? []).map(Number);

// The space for a picture in a list: its width and height in rem.
const PICTURE_ROOM = [4, 2.5];

// The scale of the pictures in a list, in rem per millimetre. With this scale the largest picture just fits.
/** @param {PieceView[]} pieces */
function scaleOf(pieces) {
  const sizes = pieces.flatMap(({ picture: svg }) => (svg ? [sizeOf(svg)] : []));
  return Math.min(...sizes.flatMap((size) => size.map((length, axis) => PICTURE_ROOM[axis] / length)));
}

/** @param {PieceView} piece @param {number} scale */
function picture({ picture: svg, name }, scale) {
  if (!svg) return make("span", {}, name);
  const [width, height] = sizeOf(svg).map((length) => `${(length * scale).toFixed(3)}rem`);
  const image = make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  Object.assign(image.style, { width, height });
  return image;
}

/**
 * A piece of the list, without its form.
 * @param {PieceView} piece
 * @param {number} index
 * @param {number} scale
 */
function pieceRow(piece, index, scale) {
  const isBad = (answer("obstacles")?.pieces ?? []).includes(index);
  const copies = piece.min === piece.max ? (piece.max === 1 ? "" : `×${piece.max}`) : `${piece.min}–${piece.max ?? text("any")}`;
  /** @param {boolean} on */
  const show = (on) => { board.heat = on ? index : null; drawAnswers(); };
  const same = piece.same === null ? null : text("same-as", { names: piece.same });
  return make("li", { class: isBad || same ? "bad" : null },
    make("button", {
      type: "button", class: "piece", "data-key": `piece-${index}`, "aria-expanded": String(openPiece === index),
      "aria-label": `${piece.name}, ${text("cell-count", { count: piece.size })} ${copies}${isBad ? `, ${text("fits-nowhere")}` : ""}${same ? `, ${same}` : ""}`, title: same,
      on: {
        click: () => {
          openPiece = openPiece === index ? null : index;
          drawPieces();
          if (openPiece !== null) openForm?.element.scrollIntoView({ block: "nearest" });
        },
        pointerenter: () => show(true), pointerleave: () => show(false), focus: () => show(true), blur: () => show(false),
      },
    }, picture(piece, scale), make("span", { class: "name" }, piece.name), make("span", { class: "copies" }, copies)),
    openPiece === index && same ? make("p", { class: "bad" }, same) : null);
}

function drawPieces() {
  if (document.activeElement?.matches("textarea") && isTyping(byId("pieces"))) return;
  const shown = [...VIEW.pieces.entries()].filter(([, piece]) => !piece.is_further_face);
  const scale = scaleOf(shown.map(([, piece]) => piece));
  const rows = shown.map(([index, piece]) => pieceRow(piece, index, scale));
  if (refreshAroundForm(rows)) return;
  openForm = null;
  shown.forEach(([index, piece], at) => {
    if (index === openPiece) include(rows[at], pieceForm(piece, index));
  });
  const none = rows.length === 0 ? make("p", { class: "quiet" }, text("no-pieces")) : null;
  keepingFocus(byId("pieces"), () => fill(byId("pieces"), ...[
    make("h2", {}, `${text("pieces")} ${rows.length || ""}`), none, make("ul", { class: "rack" }, rows),
    make("div", { class: "row" }, button(text("draw-piece"), () => openShaping(null), { id: "draw-piece", "data-key": "draw-piece" }), optionalButton()), setForm(),
  ].filter(Boolean)));
}

// The button that makes all pieces optional. Choices of pieces and decks of cards need optional pieces.
function optionalButton() {
  const isOptional = VIEW.pieces.every(({ min }) => min === 0);
  return button(text("optional-pieces"), () => change({ edit: "optional-pieces" }), {
    id: "optional-pieces", "data-key": "optional-pieces", title: text("optional-pieces-hint"), disabled: isOptional,
  });
}

// The form that is open; null if none is.
/** @type {OpenForm | null} */
let openForm = null;

/**
 * Draws the list again around a form in which a field has the focus, so that the field keeps its
 * cursor or its dialog. Returns whether there is such a form.
 * @param {HTMLElement[]} rows
 */
function refreshAroundForm(rows) {
  const { activeElement } = document;
  const [form, list] = [openForm, byId("pieces").querySelector(".rack")];
  if (form === null || list === null || form.index !== openPiece || !form.element.contains(activeElement) || !activeElement?.matches("input, select") || list.children.length !== rows.length) return false;
  [...list.children].forEach((row, at) => {
    if (!row.contains(form.element)) row.replaceWith(rows[at]);
    else {
      row.className = rows[at].className;
      present(row.querySelector(".piece")).replaceWith(present(rows[at].querySelector(".piece")));
    }
  });
  // The form keeps typed text that has not been sent, or that the program has not answered yet.
  if (pending.send === null && QUEUE.length === 0) form.show(VIEW.pieces[form.index]);
  return true;
}

// The time after the last key press until the change is sent, in milliseconds.
const TYPED = 400;
// The change that waits until the user stops typing, and its timer.
/** @type {{ timer: ReturnType<typeof setTimeout> | undefined, send: (() => void) | null }} */
const pending = { timer: undefined, send: null };

// The id of the last visit to a field of a piece. A visit lasts while the field has the focus; changes during one
// visit are undone together.
let visits = Date.now();

function sendPending() {
  clearTimeout(pending.timer);
  const { send } = pending;
  [pending.timer, pending.send] = [undefined, null];
  send?.();
}

/**
 * What is wrong with the values of a piece's form; null if nothing is.
 * @param {number} index
 * @param {PieceValues} values
 */
function faultOf(index, { name, min, max }) {
  if (name === "") return text("name-missing");
  if (VIEW.pieces.some((other, at) => at !== index && other.name === name)) return text("name-taken", { name });
  if (!Number.isInteger(min) || min < 0 || (max !== null && (!Number.isInteger(max) || max < 1 || max < min))) return text("copies-wrong");
  return null;
}

/**
 * The form to change a piece. Every change is made as it is typed, after a short pause.
 * @param {PieceView} piece
 * @param {number} index
 */
function pieceForm(piece, index) {
  /** @type {(name: TextName, input: Child) => HTMLElement} */
  const field = (name, input) => make("label", {}, `${text(name)} `, input);
  /** @param {string} name */
  const key = (name) => ({ "data-key": `${name}-${index}` });
  const name = make("input", { value: piece.name, size: "8", ...key("name") });
  const min = make("input", { type: "number", min: "0", value: piece.min, ...key("min") });
  const max = make("input", { type: "number", min: "1", value: piece.max ?? "", placeholder: text("any"), ...key("max") });
  const sides = make("select", key("sides"), SIDES.map((kind) => make("option", { value: kind, selected: kind === piece.sides }, text(kind))));
  const color = make("input", { type: "color", value: piece.color, ...key("color") });
  const colored = make("input", { type: "checkbox", checked: piece.is_colored, ...key("colored") });
  const fault = make("p", { class: "bad", role: "status", "data-key": `fault-${index}` });
  /** @returns {PieceValues} */
  const values = () => ({
    name: name.value.trim(), min: Number(min.value), max: max.value === "" ? null : Number(max.value), sides: sides.value, color: colored.checked ? color.value : null,
  });
  let last = JSON.stringify(values());
  let stroke = 0;
  const send = () => {
    const wanted = values();
    if (JSON.stringify(wanted) === last || faultOf(index, wanted) !== null) return;
    last = JSON.stringify(wanted);
    change({ edit: "change-piece", piece: index, stroke, ...wanted });
  };
  const typedIn = () => {
    fill(fault, faultOf(index, values()));
    clearTimeout(pending.timer);
    pending.send = send;
    pending.timer = setTimeout(sendPending, TYPED);
  };
  for (const input of [name, min, max, sides, color, colored]) {
    input.addEventListener("focus", () => {
      visits += 1;
      stroke = visits;
    });
    input.addEventListener("input", () => {
      if (input === color) colored.checked = true;
      // If the minimum number of copies exceeds the maximum, the field that was not edited follows
      // the other one.
      const isRange = max.value !== "" && Number(max.value) >= 1 && Number(max.value) < Number(min.value);
      if (isRange && input === min) max.value = min.value;
      if (isRange && input === max) min.value = max.value;
      typedIn();
    });
    // When the user leaves the field, a waiting change is sent at once.
    input.addEventListener("change", sendPending);
  }
  const entry = entryText(VIEW.piece_entries[piece.entry] ?? "", key("text"), (written) => change({ edit: "piece-entry", piece: index, entry: written }));
  /** @param {PieceView} now */
  const show = (now) => {
    /** @type {[HTMLInputElement | HTMLSelectElement, string][]} */
    const fields = [[name, now.name], [min, String(now.min)], [max, String(now.max ?? "")], [sides, now.sides], [color, now.color]];
    for (const [input, value] of fields) if (input.value !== value) input.value = value;
    colored.checked = now.is_colored;
    const area = present(entry.querySelector("textarea"));
    area.value = VIEW.piece_entries[now.entry] ?? "";
    area.defaultValue = area.value;
    last = JSON.stringify(values());
    fill(fault);
  };
  const element = make("div", { class: "form" }, field("name", name), make("span", { class: "row" }, field("copies", min), field("to", max)),
    field("sides", sides), make("span", { class: "row" }, field("color", color), field("own-color", colored)), fault,
    make("span", { class: "row" }, button(text("edit-shape"), () => openShaping(index), key("shape")), button(text("remove"), () => {
      openPiece = null;
      change({ edit: "remove-piece", piece: index });
    }, key("remove"))),
    entry);
  openForm = { index, element, show };
  return element;
}

/** @type {PieceView["sides"][]} */
const SIDES = ["Free", "OneSided", "Fixed"];

let chosenSet = { family: "", size: 5 };

// The form to add a set of pieces, or to pick some pieces of it.
function setForm() {
  if (!VIEW.families.includes(chosenSet.family)) chosenSet.family = VIEW.families[0] ?? "";
  const family = make("select", { id: "family", "data-key": "family", on: { change: (event) => { chosenSet.family = event.target.value; } } },
    VIEW.families.map((name) => make("option", { value: name, selected: name === chosenSet.family }, name)));
  const size = make("input", {
    id: "set-size", type: "number", min: "1", max: "12", value: chosenSet.size, "data-key": "size", on: { input: (event) => { chosenSet.size = Number(event.target.value); } },
  });
  const add = () => {
    const letters = new Set(VIEW.pieces.map(({ name }) => name));
    // Two sets may have pieces of the same name, so the names of the second set get a prefix.
    const prefix = letters.size > 0 ? `, prefix: "${chosenSet.size}"` : "";
    change({ edit: "add-pieces", entry: `Set(of: ${chosenSet.family}(${chosenSet.size})${prefix})` });
  };
  const pick = () => openPicker(chosenSet.family, chosenSet.size);
  return make("div", {}, make("div", { class: "row" }, make("label", {}, `${text("add-set", { family: "" })} `, family, " ", size), button(text("add"), add, { id: "add-set", "data-key": "add" }), button(text("pick"), pick, { id: "pick", "data-key": "pick" })), picker());
}

// The set whose pieces are offered for selection; null if none is open.
/** @type {{ entry: string, size: number, pieces: PieceView[] | null, picked: Set<string> } | null} */
let shelf = null;

/** @param {string} family @param {number} size */
function openPicker(family, size) {
  shelf = { entry: `${family}(${size})`, size, pieces: null, picked: new Set() };
  ask({ request: "set", set: shelf.entry });
}

// Stores the pieces of the requested set, which the next view shows.
/** @param {PieceView[]} pieces */
function takeSet(pieces) {
  if (shelf === null) return;
  shelf.pieces = pieces;
}

function picker() {
  if (shelf === null || shelf.pieces === null) return null;
  const { pieces, picked, entry, size } = shelf;
  /** @param {string} name */
  const toggle = (name) => () => {
    if (!picked.delete(name)) picked.add(name);
    drawPieces();
  };
  const scale = scaleOf(pieces);
  const rows = pieces.map((piece) => make("li", {}, make("button", {
    type: "button", class: "piece", "data-key": `pick-${piece.name}`, "aria-pressed": String(picked.has(piece.name)), "aria-label": piece.name, on: { click: toggle(piece.name) },
  }, picture(piece, scale), make("span", { class: "name" }, piece.name))));
  const close = () => { shelf = null; drawPieces(); };
  const add = () => {
    const prefix = VIEW.pieces.some(({ name }) => picked.has(name)) ? `, prefix: "${size}"` : "";
    const only = pieces.filter(({ name }) => picked.has(name)).map(({ name }) => JSON.stringify(name)).join(", ");
    change({ edit: "add-pieces", entry: `Set(of: ${entry}, only: [${only}]${prefix})` });
    close();
  };
  return make("div", { id: "shelf" }, make("p", { class: "quiet" }, text("pick-some")), make("ul", { class: "rack" }, rows),
    make("div", { class: "row" }, button(text("add-picked", { count: picked.size }), add, { id: "add-picked", class: "main", disabled: picked.size === 0, "data-key": "add-picked" }), button(text("close"), close, { "data-key": "close" })));
}
