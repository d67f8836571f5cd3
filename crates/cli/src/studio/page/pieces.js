"use strict";
// The pieces: a list with pictures, and what is said of each.

let openPiece = null;

const picture = ({ picture: svg, name }) => (svg
  ? make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` })
  : make("span", {}, name));

function drawPieces() {
  const bad = new Set(answer("obstacles")?.pieces ?? []);
  const rows = VIEW.pieces.map((piece, index) => {
    const copies = piece.min === piece.max ? (piece.max === 1 ? "" : `×${piece.max}`) : `${piece.min}–${piece.max ?? text("any")}`;
    const show = (on) => { board.heat = on ? index : null; drawAnswers(); };
    const row = make("li", { class: bad.has(index) ? "bad" : null },
      make("button", {
        type: "button", class: "piece", "data-key": `piece-${index}`, "aria-expanded": String(openPiece === index),
        "aria-label": `${piece.name}, ${text("cell-count", { count: piece.size })} ${copies}${bad.has(index) ? `, ${text("fits-nowhere")}` : ""}`,
        on: {
          click: () => { openPiece = openPiece === index ? null : index; drawPieces(); },
          pointerenter: () => show(true), pointerleave: () => show(false), focus: () => show(true), blur: () => show(false),
        },
      }, picture(piece), make("span", { class: "name" }, piece.name), make("span", { class: "copies" }, copies)));
    if (openPiece === index) row.append(pieceForm(piece, index));
    return row;
  });
  const none = rows.length === 0 ? make("p", { class: "quiet" }, text("no-pieces")) : null;
  keepingFocus(byId("pieces"), () => byId("pieces").replaceChildren(...[
    make("h2", {}, `${text("pieces")} ${rows.length || ""}`), none, make("ul", { class: "rack" }, rows), setForm(),
  ].filter(Boolean)));
}

// What can be changed of a piece.
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
    make("span", { class: "row" }, button(text("change"), save, { class: "main", ...key("change") }), button(text("remove"), () => {
      openPiece = null;
      change({ edit: "remove-piece", piece: index });
    }, key("remove"))));
}

let chosenSet = { family: null, size: 5 };

// Adds a whole set.
function setForm() {
  if (!VIEW.families.includes(chosenSet.family)) [chosenSet.family] = VIEW.families;
  const family = make("select", { id: "family", "data-key": "family", on: { change: (event) => { chosenSet.family = event.target.value; } } },
    VIEW.families.map((name) => make("option", { value: name, selected: name === chosenSet.family }, name)));
  const size = make("input", {
    id: "set-size", type: "number", min: "1", max: "12", value: chosenSet.size, "data-key": "size", on: { input: (event) => { chosenSet.size = Number(event.target.value); } },
  });
  const add = () => {
    const letters = new Set(VIEW.pieces.map(({ name }) => name));
    // Two sets may have names in common.
    const prefix = letters.size > 0 ? `, prefix: "${chosenSet.size}"` : "";
    change({ edit: "add-pieces", entry: `Set(of: ${chosenSet.family}(${chosenSet.size})${prefix})` });
  };
  return make("div", { class: "row" }, make("label", {}, `${text("add-set", { family: "" })} `, family, " ", size), button(text("add"), add, { id: "add-set", "data-key": "add" }));
}
