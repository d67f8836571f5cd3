"use strict";
// The board: it is drawn, painted on by pointer and keyboard, and overlaid with answers.

const MARKS = ["absent", "required", "optional"];

/** @type {TextName[]} */
const MARK_NAMES = ["mark-0", "mark-1", "mark-2"];

/** @type {BoardState} */
const board = {
  tool: "paint",
  rectangle: false,
  symmetry: "none",
  shown: "solution",
  heat: null,
  // The SVG elements of the cells. A stroke changes them and `marks` at once, before the program replies.
  paths: [],
  // For each cell of the canvas, the index of its mark in `MARKS`.
  marks: [],
  keys: new Map(),
  cursor: 0,
  // The visible canvas; during a stroke the session may have a larger one.
  canvas: /** @type {any} */ (null),
  stroke: null,
  // The piece that is being cut: its cells as keys, earlier states of its cells, the names of pieces of the same
  // shape, and whether it is connected.
  cutting: { keys: new Set(), before: [], same: [], isConnected: true },
  // The pieces cut so far.
  cuts: [],
  strokes: Date.now() % 1e9,
};

/** @type {(index: number) => Point} */
const middleOf = (index) => {
  const [, kind, x, y] = board.canvas.cells[index];
  const [dx, dy] = board.canvas.kinds[kind][1];
  return [x + dx, y + dy];
};

// Redraws the canvas; during a stroke nothing moves under the pointer.
function drawCanvas() {
  const svg = byId("board");
  const { canvas } = VIEW;
  const shape = JSON.stringify([VIEW.lattice, canvas.room, canvas.width, canvas.height, canvas.cells.length, canvas.cells[0]]);
  if (board.drawn !== shape) {
    const isSameLattice = board.drawn?.startsWith(JSON.stringify([VIEW.lattice]).slice(0, -1));
    board.drawn = shape;
    const shift = isSameLattice ? shiftTo(canvas) : null;
    board.canvas = canvas;
    board.paths = canvas.cells.map(([numbers, kind, x, y], index) => draw("path", {
      class: "cell", d: canvas.kinds[kind][0], transform: `translate(${x} ${y})`, "data-cell": index, "data-at": numbers.join(),
    }));
    board.keys = new Map(canvas.cells.map(([numbers], index) => [numbers.join(), index]));
    const grips = canvas.closed ? [] : canvas.cells.map(([, kind, x, y], index) => draw("path", {
      class: "grip", d: canvas.kinds[kind][0], transform: `translate(${x} ${y})`, "data-cell": index,
    }));
    fill(svg,
      draw("g", { class: canvas.closed ? "cells" : "cells sticks" }, board.paths),
      ...["heat", "laid", "marked", "cuts", "labels", "hand", "cursor"].map((name) => draw("g", { class: name })),
      draw("g", { class: "grips" }, grips),
      draw("g", { class: "captions" }, canvas.captions.map(([x, y, z]) => draw("text", { x, y }, `z = ${z}`))),
    );
    board.cursor = Math.min(board.cursor, Math.max(canvas.cells.length - 1, 0));
    moveWindow(shift);
  }
  board.canvas = canvas;
  board.marks = [...VIEW.marks];
  paintQueued();
  const marks = shownMarks();
  board.paths.forEach((path, index) => { path.dataset.mark = MARKS[marks[index]]; });
  drawAreas();
  drawAnswers();
}

// The marks of the cells: those of the goal that is shown, if it has its own board; otherwise those of the file's
// board.
const shownMarks = () => REPLY.goal_cells?.marks ?? board.marks;

// Whether a goal with its own board is shown. The board cannot be drawn on then.
const isOtherBoard = () => REPLY.goal_cells?.marks != null;

// Says that the goal shown has its own board, which cannot be drawn on.
const sayOtherBoard = () => say(text("other-board", { goal: REPLY.goal ?? "" }));

// Paints those strokes to which the program has not replied yet.
function paintQueued() {
  for (const { change: edit } of QUEUE) {
    if (!isPaint(edit)) continue;
    for (const numbers of edit.cells) {
      const index = board.keys.get(numbers.join());
      if (index !== undefined) board.marks[index] = MARKS.indexOf(edit.mark);
    }
  }
}

/** @type {(name: string) => SVGElement} */
const layer = (name) => /** @type {SVGElement} */ (byId("board").querySelector(`:scope > g.${name}`));

// Makes a group of SVG elements for cells: their areas, or lines for sticks.
/** @param {number[]} cells @param {Attributes} attributes */
function areaOf(cells, attributes) {
  return draw("g", attributes, cells.filter((index) => board.paths[index]).map((index) => {
    const [, kind, x, y] = board.canvas.cells[index];
    return draw("path", { d: board.canvas.kinds[kind][0], transform: `translate(${x} ${y})` });
  }));
}

// Draws the answers over the board: a solution or a heat map, and marked cells.
function drawAnswers() {
  if (!VIEW || board.stroke) return;
  const colors = VIEW.pieces.map(({ color }) => color);
  const laid = answer("solution");
  const overview = answer("overview");
  const heat = board.heat !== null && overview?.heat.find(({ piece }) => piece === board.heat);
  const most = Math.max(...(heat ? heat.cells.map(([, share]) => share) : []));
  const [heatLayer, laidLayer] = [layer("heat"), layer("laid")];
  if (!heatLayer) return;
  fill(heatLayer, ...(heat ? heat.cells.map(([index, share]) => {
    const group = areaOf([index], { class: "warm" });
    group.style.setProperty("--share", (share / most).toFixed(3));
    include(group, draw("title", {}, percent(share)));
    return group;
  }) : []));
  const isShown = laid && !heat && board.shown === "solution" && !isCutting();
  fill(layer("cuts"), cutLayer());
  fill(laidLayer, ...(isShown ? laid.pieces.map(({ piece, cells, outline, colors: own }) => {
    const color = colors[piece] ?? "#888888";
    if (own && board.canvas.closed) return tile(own, outline);
    if (!board.canvas.closed) {
      return draw("g", {}, draw("path", { class: "casing", d: outline }), draw("path", { class: "core", d: outline, stroke: color }));
    }
    const [x, y] = middleOf(cells[0]);
    const label = VIEW.pieces[piece]?.label ?? "";
    return draw("g", {}, draw("path", { class: "piece", d: outline, fill: color, "fill-rule": "evenodd" }),
      named(draw("text", { class: "name", x, y, "font-size": label.length > 1 ? 3.4 : 4.4 }, label), inkOn(color)));
  }) : []));
  // Labels are visible where no piece covers them.
  const covered = new Set(isShown ? laid.pieces.flatMap(({ cells }) => cells) : []);
  const marks = shownMarks();
  /** @param {[number, ...unknown[]]} mark */
  const isVisible = ([at]) => !covered.has(at) && (marks[at] > 0 || !isOtherBoard());
  const spots = VIEW.asked.filter(isVisible).map(([, [cx, cy], color]) => {
    const spot = draw("circle", { class: "asked", cx, cy, r: 1.4 });
    spot.style.fill = color;
    return spot;
  });
  fill(layer("labels"), ...spots, ...VIEW.labels.filter(isVisible).map(([, [x, y], label]) => draw("text", {
    x, y, "font-size": labelSize(label),
  }, label)));
  const obstacles = answer("obstacles");
  const why = answer("why");
  const marked = [];
  /** @type {[number[] | null | undefined, string][]} */
  const kinds = [[openCells(), "open"], [obstacles?.cells, "bad"], [why?.cells, "bad"], [board.forced ? overview?.forced_cells : null, "good"]];
  for (const [cells, kind] of kinds) {
    if (cells?.length) marked.push(areaOf(cells, { class: `mark ${kind}` }));
  }
  fill(layer("marked"), ...marked);
}

// Draws a piece with coloured cells: the cells in their colours, and the outline of the piece.
/** @param {[number, string][]} own @param {string} outline */
function tile(own, outline) {
  const tints = own.map(([index, color]) => {
    const tint = areaOf([index], { class: "tint" });
    tint.style.fill = color;
    return tint;
  });
  return draw("g", {}, tints, draw("path", { class: "piece", d: outline, fill: "none" }));
}

// Sets the colour of a text as a style, since the style sheet overrides the attribute `fill`.
/** @template {Element} E @param {E} element @param {string} color */
function named(element, color) {
  element.style.fill = color;
  return element;
}

// Black or white, whichever is readable on a colour.
/** @param {string} color */
function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  return 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2 > 0.18 ? "#1a1a1a" : "#ffffff";
}

// The images of a cell under the painting symmetry, the cell itself first.
/** @param {number} index */
function images(index) {
  const marks = board.stroke?.before ?? board.marks;
  const inside = marks.map((mark, at) => (mark > 0 ? at : -1)).filter((at) => at >= 0);
  if (board.symmetry === "none") return [index];
  const points = (inside.length > 0 ? inside : board.canvas.cells.map((_, at) => at)).map(middleOf);
  board.axes ??= [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]);
    return Math.min(...values) + Math.max(...values);
  });
  const [sx, sy] = board.axes;
  const [x, y] = middleOf(index);
  /** @type {Record<string, Point[]>} */
  const places = { x: [[sx - x, y]], y: [[x, sy - y]], xy: [[sx - x, y], [x, sy - y], [sx - x, sy - y]], turn: [[sx - x, sy - y]] };
  const found = new Set([index]);
  for (const [px, py] of places[board.symmetry]) {
    const at = board.canvas.cells.findIndex((_, other) => Math.hypot(middleOf(other)[0] - px, middleOf(other)[1] - py) < 0.5);
    if (at >= 0) found.add(at);
  }
  return [...found];
}

/** @type {Record<string, Mark>} */
const toolMark = { paint: "required", optional: "optional", erase: "absent" };

// Starts a stroke at a cell.
/** @param {number} index */
function begin(index) {
  board.strokes += 1;
  board.axes = null;
  let tool = board.tool;
  if (tool === "paint" && board.marks[index] === 1) tool = "erase";
  if (tool === "optional" && board.marks[index] === 2) tool = "erase";
  board.stroke = { tool, id: board.strokes, from: index, last: index, cells: new Set(), before: [...board.marks], blocked: new Set(isCutting() ? cutPieces().flatMap(({ cells }) => cells) : []), isRectangle: false };
  reachTo(index);
}

// Extends a stroke to a cell. If the user paints rectangles, the rectangle from the first cell to this one is only
// previewed; it is painted when the pointer is released.
/** @param {number} index */
function reachTo(index) {
  const stroke = present(board.stroke);
  const paints = stroke.tool in toolMark;
  stroke.isRectangle = paints && board.rectangle;
  if (stroke.isRectangle) stroke.cells.clear();
  const within = stroke.isRectangle ? between(stroke.from, index) : line(stroke.last, index);
  stroke.last = index;
  const fresh = [];
  for (const cell of within.flatMap((at) => (paints ? images(at) : [at]))) {
    if (stroke.cells.has(cell) || (!paints && board.marks[cell] === 0) || stroke.blocked.has(cell)) continue;
    stroke.cells.add(cell);
    fresh.push(cell);
  }
  if (paints && !stroke.isRectangle) paintCells(fresh);
  else fill(layer("hand"), areaOf([...stroke.cells], { class: "mark hand" }));
}

// Paints cells of a stroke: on the page at once, and in the document by an edit.
/** @param {number[]} cells */
function paintCells(cells) {
  const stroke = present(board.stroke);
  const mark = toolMark[stroke.tool];
  const number = MARKS.indexOf(mark);
  for (const cell of cells) {
    board.marks[cell] = number;
    board.paths[cell].dataset.mark = mark;
  }
  drawAreas();
  const changed = cells.filter((cell) => stroke.before[cell] !== number);
  if (changed.length === 0) return;
  strokeAt = performance.now();
  change({ edit: "paint", cells: changed.map((cell) => board.canvas.cells[cell][0]), mark, stroke: stroke.id });
}

// The time of the last stroke or change of the text, to measure how long it takes until the puzzle is counted.
let strokeAt = 0;

// The cells whose centres are in the rectangle between two cells.
/** @param {number} a @param {number} b */
function between(a, b) {
  const [[ax, ay], [bx, by]] = [middleOf(a), middleOf(b)];
  /** @type {(v: number, p: number, q: number) => boolean} */
  const inside = (v, p, q) => v >= Math.min(p, q) - 0.1 && v <= Math.max(p, q) + 0.1;
  return board.canvas.cells.map((_, at) => at).filter((at) => {
    const [x, y] = middleOf(at);
    return inside(x, ax, bx) && inside(y, ay, by);
  });
}

// The cells on the line between two cells, so that a fast pointer skips none.
/** @param {number} a @param {number} b */
function line(a, b) {
  if (a === b) return [b];
  const [[ax, ay], [bx, by]] = [middleOf(a), middleOf(b)];
  const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / 2);
  const found = new Set();
  for (let step = 1; step < steps; step += 1) {
    const at = cellAt(ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps);
    if (at !== null) found.add(at);
  }
  found.add(b);
  return [...found];
}

// The cell nearest to a point of the canvas; null if none is near.
/** @param {number} x @param {number} y @returns {number | null} */
function cellAt(x, y) {
  /** @type {[number | null, number]} */
  let [best, distance] = [null, 6];
  board.canvas.cells.forEach((_, index) => {
    const [cx, cy] = middleOf(index);
    const far = Math.hypot(cx - x, cy - y);
    if (far < distance) [best, distance] = [index, far];
  });
  return best;
}

// Ends a stroke, and shows the canvas, which may have grown.
function end() {
  const { stroke } = board;
  if (!stroke) return;
  if (stroke.isRectangle) paintCells([...stroke.cells]);
  board.stroke = null;
  fill(layer("hand"));
  if (isCutting() && stroke.cells.size > 0) cutCells([...stroke.cells]);
  if (stroke.tool === "open" && stroke.cells.size > 0) markCells([...stroke.cells]);
  if (stroke.tool === "color" && stroke.cells.size > 0) colorCells([...stroke.cells]);
  if (stroke.tool === "label") labelCell(stroke.from);
  drawCanvas();
}

// The index of the cell under a pointer; null if there is none.
/** @param {MouseEvent} event */
function cellOf(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
  return found ? Number(found.dataset.cell) : null;
}

// Shows the focus of a drawing only to those who use the keyboard. A browser also shows it after a stroke if a text
// field had the focus before.
/** @param {SVGElement} svg */
function hideFocusOfMouse(svg) {
  svg.addEventListener("pointerdown", () => { svg.dataset.by = "mouse"; }, { capture: true });
  for (const name of ["keydown", "blur"]) svg.addEventListener(name, () => { delete svg.dataset.by; }, { capture: true });
}

/** @param {SVGElement} svg */
const hasVisibleFocus = (svg) => svg.matches(":focus-visible") && svg.dataset.by !== "mouse";

function listenToBoard() {
  const svg = byId("board");
  hideFocusOfMouse(svg);
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !VIEW?.is_drawable || board.stroke) return;
    const index = cellOf(event);
    if (index === null) return;
    event.preventDefault();
    svg.focus({ preventScroll: true });
    if (isOtherBoard()) {
      sayOtherBoard();
      return;
    }
    svg.setPointerCapture(event.pointerId);
    board.cursor = index;
    begin(index);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!board.stroke) {
      previewWords(cellOf(event));
      return;
    }
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const index = cellOf(each);
      if (index !== null && index !== board.stroke.last) reachTo(index);
    }
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(name, end);
  svg.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step) moveCursor(step);
    else if (isCutting() && event.key === "Escape") cancelCut();
    else if (isCutting() && event.key === "Enter" && board.cutting.keys.has(board.canvas.cells[board.cursor][0].join())) finishCut();
    else if (event.key === "Enter" && isOtherBoard()) sayOtherBoard();
    else if (event.key === "Enter" && VIEW?.is_drawable) {
      begin(board.cursor);
      end();
      sayCell();
    } else return;
    event.preventDefault();
  });
  svg.addEventListener("pointerleave", () => previewWords(null));
  svg.addEventListener("focus", drawCursor);
  svg.addEventListener("blur", () => { if (layer("cursor")) fill(layer("cursor")); });
}

/** @type {Record<string, Point | undefined>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The cell of a canvas nearest to a cell in a direction; the cell itself if there is none.
/** @param {Canvas} canvas @param {number} from @param {Point} step */
function nextCell(canvas, from, [dx, dy]) {
  /** @type {(cell: Canvas["cells"][number]) => Point} */
  const middle = ([, kind, x, y]) => [x + canvas.kinds[kind][1][0], y + canvas.kinds[kind][1][1]];
  const [x, y] = middle(canvas.cells[from]);
  let [best, least] = [from, Infinity];
  canvas.cells.forEach((cell, index) => {
    const [ox, oy] = middle(cell);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along < 0.5) return;
    // A neighbour that is slightly off the direction, as with triangles, is preferred to a cell
    // further away.
    const cost = along + 1.5 * aside;
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}

/** @param {Point} step */
function moveCursor(step) {
  board.cursor = nextCell(board.canvas, board.cursor, step);
  drawCursor();
  sayCell();
}

function drawCursor() {
  if (!VIEW || document.activeElement !== byId("board") || !hasVisibleFocus(byId("board"))) return;
  fill(layer("cursor"), areaOf([board.cursor], { class: "mark cursor" }));
}

function sayCell() {
  const [numbers] = board.canvas.cells[board.cursor];
  const label = labelOf(board.cursor);
  announce(text("cell", { cell: numbers.join(", "), mark: text(MARK_NAMES[shownMarks()[board.cursor]]) }) + (label ? `: ${label}` : ""));
}

// Lays out the controls below the board: the lattice, and the shape of the board.
function drawShape() {
  const focused = byId("shape").contains(document.activeElement);
  if (focused && board.lattice === VIEW.lattice) return;
  board.lattice = VIEW.lattice;
  const lattice = make("select", { id: "lattice", on: { change: (event) => change({ edit: "lattice", lattice: event.target.value }) }, title: text("new-lattice") },
    VIEW.lattices.map((name) => make("option", { value: name, selected: name === VIEW.lattice }, name)));
  const shape = make("input", { id: "board-shape", placeholder: VIEW.example, size: "16", spellcheck: "false" });
  const set = () => { if (shape.value.trim() !== "") change({ edit: "board", shape: shape.value }); };
  shape.addEventListener("keydown", (event) => { if (event.key === "Enter") set(); });
  /** @type {HTMLElement[]} */
  const parts = [make("label", {}, `${text("lattice")} `, lattice), make("label", {}, `${text("shape")} `, shape), button(text("set-shape"), set, { id: "set-shape" })];
  if (VIEW.lattice === "Square") parts.push(traceButton());
  if (VIEW.lattice === "Cube") parts.push(trayField());
  fill(byId("shape"), ...parts);
}

// Pasting a picture of characters sets the board; pasting an image traces it.
/** @param {ClipboardEvent} event */
function pastePicture(event) {
  if (event.target instanceof Element && event.target.closest("input, textarea")) return;
  const image = [...event.clipboardData?.files ?? []].find((file) => file.type.startsWith("image/"));
  if (image && VIEW.lattice === "Square") {
    event.preventDefault();
    openTrace(image);
    return;
  }
  const rows = (event.clipboardData?.getData("text/plain") ?? "").replace(/\r/g, "").split("\n").map((row) => row.trimEnd());
  while (rows.length > 0 && rows[rows.length - 1] === "") rows.pop();
  if (rows.length === 0 || rows.some((row) => row.length > 1000)) return;
  event.preventDefault();
  change({ edit: "board", shape: `Picture([${rows.map((row) => JSON.stringify(row)).join(", ")}])` });
}
