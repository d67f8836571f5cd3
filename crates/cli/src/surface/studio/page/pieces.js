"use strict";
// The pieces: a list with pictures, and forms to change them.

let openPiece = null;

const picture = ({ picture: svg, name }) => (svg
  ? make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` })
  : make("span", {}, name));

function drawPieces() {
  if (document.activeElement.matches("textarea") && isTyping(byId("pieces"))) return;
  const bad = new Set(answer("obstacles")?.pieces ?? []);
  const rows = VIEW.pieces.map((piece, index) => {
    if (piece.is_further_face) return null;
    const copies = piece.min === piece.max ? (piece.max === 1 ? "" : `×${piece.max}`) : `${piece.min}–${piece.max ?? text("any")}`;
    const show = (on) => { board.heat = on ? index : null; drawAnswers(); };
    const same = piece.same === null ? null : text("same-as", { names: piece.same });
    const row = make("li", { class: bad.has(index) || same ? "bad" : null },
      make("button", {
        type: "button", class: "piece", "data-key": `piece-${index}`, "aria-expanded": String(openPiece === index),
        "aria-label": `${piece.name}, ${text("cell-count", { count: piece.size })} ${copies}${bad.has(index) ? `, ${text("fits-nowhere")}` : ""}${same ? `, ${same}` : ""}`, title: same,
        on: {
          click: () => { openPiece = openPiece === index ? null : index; drawPieces(); },
          pointerenter: () => show(true), pointerleave: () => show(false), focus: () => show(true), blur: () => show(false),
        },
      }, picture(piece), make("span", { class: "name" }, piece.name), make("span", { class: "copies" }, copies)));
    if (openPiece === index) include(row, same ? make("p", { class: "bad" }, same) : null, pieceForm(piece, index));
    return row;
  }).filter(Boolean);
  const none = rows.length === 0 ? make("p", { class: "quiet" }, text("no-pieces")) : null;
  keepingFocus(byId("pieces"), () => fill(byId("pieces"), ...[
    make("h2", {}, `${text("pieces")} ${rows.length || ""}`), none, make("ul", { class: "rack" }, rows),
    make("div", { class: "row" }, button(text("draw-piece"), () => openShaping(null), { id: "draw-piece", "data-key": "draw-piece" })), setForm(),
  ].filter(Boolean)));
}

// The form to change a piece.
function pieceForm(piece, index) {
  const field = (name, input) => make("label", {}, `${text(name)} `, input);
  const key = (name) => ({ "data-key": `${name}-${index}` });
  const name = make("input", { value: piece.name, size: "8", ...key("name") });
  const min = make("input", { type: "number", min: "0", value: piece.min, ...key("min") });
  const max = make("input", { type: "number", min: "1", value: piece.max ?? "", placeholder: text("any"), ...key("max") });
  const sides = make("select", key("sides"), ["Free", "OneSided", "Fixed"].map((kind) => make("option", { value: kind, selected: kind === piece.sides }, text(kind))));
  const color = make("input", { type: "color", value: piece.color, ...key("color") });
  const colored = make("input", { type: "checkbox", checked: piece.is_colored, ...key("colored") });
  color.addEventListener("input", () => { colored.checked = true; });
  const save = () => change({
    edit: "change-piece", piece: index, name: name.value.trim(), min: Number(min.value), max: max.value === "" ? null : Number(max.value),
    sides: sides.value, color: colored.checked ? color.value : null,
  });
  return make("div", { class: "form" }, field("name", name), make("span", { class: "row" }, field("copies", min), field("to", max)),
    field("sides", sides), make("span", { class: "row" }, field("color", color), field("own-color", colored)),
    make("span", { class: "row" }, button(text("edit-shape"), () => openShaping(index), key("shape"))),
    make("span", { class: "row" }, button(text("change"), save, { class: "main", ...key("change") }), button(text("remove"), () => {
      openPiece = null;
      change({ edit: "remove-piece", piece: index });
    }, key("remove"))),
    entryText(VIEW.piece_entries[piece.entry] ?? "", key("text"), (entry) => change({ edit: "piece-entry", piece: index, entry })));
}

let chosenSet = { family: null, size: 5 };

// The form to add a whole set.
function setForm() {
  if (!VIEW.families.includes(chosenSet.family)) [chosenSet.family] = VIEW.families;
  const family = make("select", { id: "family", "data-key": "family", on: { change: (event) => { chosenSet.family = event.target.value; } } },
    VIEW.families.map((name) => make("option", { value: name, selected: name === chosenSet.family }, name)));
  const size = make("input", {
    id: "set-size", type: "number", min: "1", max: "12", value: chosenSet.size, "data-key": "size", on: { input: (event) => { chosenSet.size = Number(event.target.value); } },
  });
  const add = () => {
    const letters = new Set(VIEW.pieces.map(({ name }) => name));
    // Two sets may share names.
    const prefix = letters.size > 0 ? `, prefix: "${chosenSet.size}"` : "";
    change({ edit: "add-pieces", entry: `Set(of: ${chosenSet.family}(${chosenSet.size})${prefix})` });
  };
  const pick = () => openPicker(chosenSet.family, chosenSet.size);
  return make("div", {}, make("div", { class: "row" }, make("label", {}, `${text("add-set", { family: "" })} `, family, " ", size), button(text("add"), add, { id: "add-set", "data-key": "add" }), button(text("pick"), pick, { id: "pick", "data-key": "pick" })), picker());
}

// The set whose pieces are offered for selection; null if none is open.
let shelf = null;

function openPicker(family, size) {
  shelf = { entry: `${family}(${size})`, size, pieces: null, picked: new Set() };
  ask({ request: "set", set: shelf.entry });
}

// Stores the pieces of the requested set, which the next view shows.
function takeSet(pieces) {
  if (shelf === null) return;
  shelf.pieces = pieces;
}

function picker() {
  if (shelf === null || shelf.pieces === null) return null;
  const { pieces, picked } = shelf;
  const toggle = (name) => () => {
    if (!picked.delete(name)) picked.add(name);
    drawPieces();
  };
  const rows = pieces.map((piece) => make("li", {}, make("button", {
    type: "button", class: "piece", "data-key": `pick-${piece.name}`, "aria-pressed": String(picked.has(piece.name)), "aria-label": piece.name, on: { click: toggle(piece.name) },
  }, picture(piece), make("span", { class: "name" }, piece.name))));
  const close = () => { shelf = null; drawPieces(); };
  const add = () => {
    const prefix = VIEW.pieces.some(({ name }) => picked.has(name)) ? `, prefix: "${shelf.size}"` : "";
    const only = pieces.filter(({ name }) => picked.has(name)).map(({ name }) => JSON.stringify(name)).join(", ");
    change({ edit: "add-pieces", entry: `Set(of: ${shelf.entry}, only: [${only}]${prefix})` });
    close();
  };
  return make("div", { id: "shelf" }, make("p", { class: "quiet" }, text("pick-some")), make("ul", { class: "rack" }, rows),
    make("div", { class: "row" }, button(text("add-picked", { count: picked.size }), add, { id: "add-picked", class: "main", disabled: picked.size === 0, "data-key": "add-picked" }), button(text("close"), close, { "data-key": "close" })));
}
