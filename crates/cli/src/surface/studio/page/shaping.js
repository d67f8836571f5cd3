"use strict";
// Pieces that are drawn: in the piece editor on a small grid, or cut from the board. Several strokes make one
// piece until it is finished.

// The piece in the editor: its index in the file (null for a new one), its cells as keys, the program's
// sketch of it, and the stroke that is drawn; null if the editor is closed.
/** @type {Shaping | null} */
let shaping = null;

// The cells of a piece as the program expects them.
/** @type {(keys: Iterable<string>) => Coordinates[]} */
const numbersOf = (keys) => [...keys].map((key) => key.split(",").map(Number));

// Opens the editor for a new piece, or for one of the file.
/** @param {number | null} piece */
function openShaping(piece) {
  shaping = { piece, name: piece === null ? undefined : VIEW.pieces[piece]?.name, lattice: VIEW.lattice, keys: new Set(), sketch: null, cursor: 0, stroke: null, isNew: true };
  ask({ request: "piece", piece, cells: piece === null ? [] : null, room: null });
}

function closeShaping() {
  shaping = null;
  drawShaping();
  drawPieces();
}

// Shows the program's sketch of the piece in the editor, or of the one that is cut from the board.
/** @param {PieceSketch} sketch */
function takePiece(sketch) {
  if (shaping === null) {
    board.cutting.same = sketch.same;
    board.cutting.isConnected = sketch.is_connected;
    drawToolBar();
    return;
  }
  if (shaping.stroke !== null) return;
  const { cells } = sketch.canvas;
  const before = shaping.sketch?.canvas.cells[shaping.cursor]?.[0].join();
  shaping.keys = new Set(sketch.cells.map((index) => cells[index][0].join()));
  shaping.sketch = sketch;
  const there = cells.findIndex(([numbers]) => numbers.join() === before);
  shaping.cursor = there >= 0 ? there : (sketch.cells[0] ?? Math.floor(cells.length / 2));
  drawShaping();
  if (shaping.isNew) {
    shaping.isNew = false;
    byId("shaper").scrollIntoView({ block: "nearest" });
    byId("grid").focus({ preventScroll: true });
  }
}

function drawShaping() {
  const card = byId("shaper");
  const [open, sketch] = [shaping, shaping?.sketch ?? null];
  card.hidden = open === null || sketch === null;
  if (open === null || sketch === null) return;
  const { canvas } = sketch;
  const svg = byId("grid");
  attribute(svg, { viewBox: `0 0 ${canvas.width} ${canvas.height}` });
  /** @type {(index: number, attributes: Attributes) => SVGElement} */
  const path = (index, attributes) => {
    const [numbers, kind, x, y] = canvas.cells[index];
    return draw("path", { d: canvas.kinds[kind][0], transform: `translate(${x} ${y})`, "data-at": numbers.join(), "data-cell": index, ...attributes });
  };
  const all = [...canvas.cells.keys()];
  fill(svg,
    draw("g", { class: canvas.closed ? "cells" : "cells sticks" }, all.map((index) => path(index, { "data-mark": isShaped(index) ? "required" : "absent" }))),
    canvas.closed ? [] : draw("g", { class: "grips" }, all.map((index) => path(index, {}))),
    draw("g", { class: "mark cursor" }, hasVisibleFocus(svg) ? path(open.cursor, { "data-at": null, "data-cell": null }) : []),
    draw("g", { class: "captions" }, canvas.captions.map(([x, y, z]) => draw("text", { x, y }, `z = ${z}`))));
  fill(byId("shaper-title"), open.piece === null ? text("new-piece") : text("shape-of", { name: VIEW.pieces[open.piece]?.name ?? "" }));
  fill(byId("shaper-words"), pieceWords(open.keys.size, sketch.same, sketch.is_connected));
  attribute(byId("shaper-done"), { disabled: !isWhole(open.keys.size, sketch.is_connected) });
}

/** @type {(index: number) => boolean} */
const isShaped = (index) => shaping?.sketch != null && shaping.keys.has(shaping.sketch.canvas.cells[index][0].join());

/** @type {(size: number, isConnected: boolean) => boolean} */
const isWhole = (size, isConnected) => size > 0 && isConnected;

// The text about a piece that is being drawn: its size, and what is wrong with it.
/** @type {(size: number, same: string[], isConnected: boolean) => (string | Node)[]} */
const pieceWords = (size, same, isConnected) => contents([
  make("strong", {}, text(size === 1 ? "cell-count-1" : "cell-count", { count: size })),
  size > 0 && !isConnected ? make("span", { class: "bad" }, ` ${text("not-connected")}`) : null,
  size > 0 && same.length > 0 ? make("span", { class: "bad" }, ` ${text("same-as", { names: same.slice(0, 3).join(", ") })}`) : null,
]);

// Adds a cell of the grid to the piece, or removes it, depending on how the stroke began.
/** @param {number} index */
function shapeCell(index) {
  if (shaping?.sketch == null) return;
  const key = shaping.sketch.canvas.cells[index][0].join();
  shaping.cursor = index;
  if (shaping.stroke === "add") shaping.keys.add(key);
  else shaping.keys.delete(key);
  drawShaping();
}

// Ends a stroke: the program says whether the piece is connected, and which pieces have its shape.
function endShape() {
  if (shaping?.stroke == null || shaping.sketch === null) return;
  shaping.stroke = null;
  ask({ request: "piece", piece: shaping.piece, cells: numbersOf(shaping.keys), room: shaping.sketch.canvas.room });
}

function finishShaping() {
  if (!shaping?.sketch || !isWhole(shaping.keys.size, shaping.sketch.is_connected)) return;
  const cells = numbersOf(shaping.keys);
  // The piece's index may have changed, because other pieces may have been added or removed.
  const own = shaping.name;
  const piece = VIEW.pieces.findIndex(({ name }) => name === own);
  change(piece < 0 ? { edit: "add-piece", cells, take: false } : { edit: "shape-piece", piece, cells });
  closeShaping();
}

// Makes the editor; its grid stays the same element, so that strokes are not interrupted.
function layOutShaping() {
  const svg = draw("svg", { id: "grid", tabindex: "0", role: "application", "aria-label": text("piece-grid") });
  fill(byId("shaper"), make("h2", { id: "shaper-title" }), make("p", { class: "quiet" }, text("shaping-hint")), svg,
    // The buttons are above the words, which may need several lines.
    make("div", { class: "row" }, button(text("done"), finishShaping, { id: "shaper-done", class: "main" }), button(text("cancel"), closeShaping, { id: "shaper-cancel" })), make("p", { id: "shaper-words", role: "status" }));
  hideFocusOfMouse(svg);
  svg.addEventListener("pointerdown", (event) => {
    const index = cellOf(event);
    if (event.button !== 0 || index === null || shaping === null) return;
    event.preventDefault();
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    shaping.stroke = isShaped(index) ? "remove" : "add";
    shapeCell(index);
  });
  svg.addEventListener("pointermove", (event) => {
    if (shaping?.stroke == null) return;
    const index = svg.contains(document.elementFromPoint(event.clientX, event.clientY)) ? cellOf(event) : null;
    if (index !== null && index !== shaping.cursor) shapeCell(index);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(name, endShape);
  svg.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (shaping?.sketch == null) return;
    if (step) {
      shaping.cursor = nextCell(shaping.sketch.canvas, shaping.cursor, step);
      drawShaping();
      announce(text("cell", { cell: shaping.sketch.canvas.cells[shaping.cursor][0].join(", "), mark: text(isShaped(shaping.cursor) ? "mark-piece" : "mark-0") }));
    } else if (event.key === "Enter" && isShaped(shaping.cursor)) finishShaping();
    else if (event.key === "Enter" || event.key === "Delete" || event.key === "Backspace") {
      shaping.stroke = event.key === "Enter" ? "add" : "remove";
      shapeCell(shaping.cursor);
      endShape();
    } else if (event.key === "Escape") closeShaping();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  svg.addEventListener("focus", drawShaping);
  svg.addEventListener("blur", () => { if (shaping) drawShaping(); });
}

// --- pieces cut from the board ---

const isCutting = () => board.tool === "cut" || board.tool === "take";

// Ends a stroke over the board, from which a piece is cut. The cells of the stroke join the piece, or leave it if
// the first cell was already in the piece.
/** @param {number[]} cells */
function cutCells(cells) {
  const { keys, before } = board.cutting;
  before.push([...keys]);
  const names = cells.map((cell) => board.canvas.cells[cell][0].join());
  const isRemoved = keys.has(names[0]);
  for (const name of names) {
    if (isRemoved) keys.delete(name);
    else keys.add(name);
  }
  afterCut();
}

function afterCut() {
  const { keys } = board.cutting;
  board.cutting.same = [];
  if (keys.size > 0) ask({ request: "piece", piece: null, cells: numbersOf(keys), room: null });
  drawToolBar();
  drawAnswers();
}

// Finishes the piece that is being cut. Its cells stay visible while more pieces are cut.
function finishCut() {
  const { keys, isConnected } = board.cutting;
  if (!isWhole(keys.size, isConnected)) return;
  board.cuts.push({ keys: new Set(keys), name: null, before: VIEW.pieces.length });
  keys.clear();
  board.cutting.before = [];
  change({ edit: "add-piece", cells: numbersOf(board.cuts[board.cuts.length - 1].keys), take: board.tool === "take" });
  afterCut();
}

function cancelCut() {
  board.cutting.keys.clear();
  board.cutting.before = [];
  afterCut();
}

// Undoes the last stroke of the piece that is being cut. Returns false if there is none to undo.
function undoCut() {
  const last = isCutting() && board.cutting.keys.size > 0 ? board.cutting.before.pop() : undefined;
  if (last === undefined) return false;
  board.cutting.keys = new Set(last);
  afterCut();
  return true;
}

// The pieces cut so far that are still in the file, each with its cells on the canvas.
function cutPieces() {
  for (const cut of board.cuts) {
    if (cut.name === null && VIEW.pieces.length > cut.before) cut.name = VIEW.pieces[cut.before].name;
  }
  return board.cuts.flatMap(({ keys, name }) => {
    const piece = VIEW.pieces.find((each) => each.name === name && each.size === keys.size);
    const cells = [...keys].map((key) => board.keys.get(key)).filter((index) => index !== undefined);
    return piece && cells.length > 0 ? [{ piece, cells }] : [];
  });
}

// The drawings over the board that show the pieces cut so far and the piece that is being cut.
const cutLayer = () => (isCutting() ? [
  ...cutPieces().filter(({ cells }) => cells.every((cell) => board.marks[cell] > 0)).map(({ piece, cells }) => {
    const [x, y] = middleOf(cells[0]);
    const area = areaOf(cells, { class: "cut" });
    area.style.setProperty("--color", piece.color);
    return draw("g", {}, area, named(draw("text", { class: "name", x, y, "font-size": 4 }, piece.label), inkOn(piece.color)));
  }),
  areaOf([...board.cutting.keys].map((key) => board.keys.get(key)).filter((index) => index !== undefined), { class: "mark hand" }),
] : []);

function cutBar() {
  const { keys, same, isConnected } = board.cutting;
  return [
    button(text("done"), finishCut, { id: "cut-done", class: "main", disabled: !isWhole(keys.size, isConnected), "data-key": "cut-done" }),
    button(text("cancel"), cancelCut, { id: "cut-cancel", disabled: keys.size === 0, "data-key": "cut-cancel" }),
    // The text is kept on one line, because the board below must not move.
    make("span", { id: "cut-words", role: "status" }, keys.size === 0 ? text("cut-how") : pieceWords(keys.size, same, isConnected)),
  ];
}

// --- areas ---

// Shows the area of the board and the total area of the pieces, from the first stroke on.
function drawAreas() {
  const open = new Set(REPLY.goal_cells?.open);
  const marks = shownMarks().map((mark, index) => (open.has(index) ? 0 : mark));
  const [required, optional] = [1, 2].map((mark) => marks.filter((of) => of === mark).length);
  const tiles = VIEW.pieces.filter(({ is_further_face: isFurther }) => !isFurther);
  const least = tiles.reduce((sum, { size, min }) => sum + size * min, 0);
  const most = tiles.reduce((sum, { size, max }) => sum + size * (max ?? Infinity), 0);
  /** @type {(low: number, high: number) => string} */
  const range = (low, high) => (low === high ? String(low) : `${low}–${high === Infinity ? text("any") : high}`);
  // The areas of the pieces and of the board may differ in two cases: in a tray with depth, where a piece covers
  // fewer cells than it has, and in a file with goals, which leave cells open.
  const fits = VIEW.layers > 0 || (VIEW.goal_entries.length > 0 && REPLY.goal === null) || (least <= required + optional && most >= required);
  fill(byId("areas"), make("span", {}, text(REPLY.goal === null ? "board-area" : "goal-area", { goal: REPLY.goal ?? "", count: range(required, required + optional) })),
    make("span", { class: fits || tiles.length === 0 || required === 0 ? null : "bad" }, text("pieces-area", { count: range(least, most) })));
}
