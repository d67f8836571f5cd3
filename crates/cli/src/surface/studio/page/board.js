"use strict";
// The board: drawn, painted on by pointer and keyboard, with what is known laid over it.

const MARKS = ["absent", "required", "optional"];

const board = {
  tool: "paint",
  rectangle: false,
  symmetry: "none",
  shown: "solution",
  heat: null,
  // The cells as they are drawn, and what they are while a stroke is under way.
  paths: [],
  marks: [],
  keys: new Map(),
  cursor: 0,
  // The canvas that is seen: while a stroke is under way the session may have a larger one.
  canvas: null,
  stroke: null,
  strokes: Date.now() % 1e9,
};

const middleOf = (index) => {
  const [, kind, x, y] = board.canvas.cells[index];
  const [dx, dy] = board.canvas.kinds[kind][1];
  return [x + dx, y + dy];
};

// Draws the canvas anew; while a stroke is under way nothing moves under the pointer.
function drawCanvas() {
  const svg = byId("board");
  const { canvas } = VIEW;
  board.canvas = canvas;
  const shape = JSON.stringify([canvas.width, canvas.height, canvas.cells.length, canvas.cells[0]]);
  if (board.drawn !== shape) {
    board.drawn = shape;
    attribute(svg, { viewBox: `0 0 ${canvas.width} ${canvas.height}` });
    const size = Math.max(canvas.width * 1, 1);
    svg.style.setProperty("--cells", size);
    board.paths = canvas.cells.map(([, kind, x, y], index) => draw("path", {
      class: "cell", d: canvas.kinds[kind][0], transform: `translate(${x} ${y})`, "data-cell": index,
    }));
    board.keys = new Map(canvas.cells.map(([numbers], index) => [numbers.join(), index]));
    const grips = canvas.closed ? [] : canvas.cells.map(([, kind, x, y], index) => draw("path", {
      class: "grip", d: canvas.kinds[kind][0], transform: `translate(${x} ${y})`, "data-cell": index,
    }));
    fill(svg,
      draw("g", { class: canvas.closed ? "cells" : "cells sticks" }, board.paths),
      ...["heat", "laid", "marked", "labels", "hand", "cursor"].map((name) => draw("g", { class: name })),
      draw("g", { class: "grips" }, grips),
      draw("g", { class: "captions" }, canvas.captions.map(([x, y, z]) => draw("text", { x, y }, `z = ${z}`))),
    );
    board.cursor = Math.min(board.cursor, Math.max(canvas.cells.length - 1, 0));
  }
  board.marks = [...VIEW.marks];
  board.paths.forEach((path, index) => { path.dataset.mark = MARKS[board.marks[index]]; });
  drawAnswers();
}

const layer = (name) => byId("board").querySelector(`:scope > g.${name}`);

// A piece or some cells as a group of areas or lines.
function areaOf(cells, attributes) {
  return draw("g", attributes, cells.filter((index) => board.paths[index]).map((index) => {
    const [, kind, x, y] = board.canvas.cells[index];
    return draw("path", { d: board.canvas.kinds[kind][0], transform: `translate(${x} ${y})` });
  }));
}

// What is known, over the board: a solution or where a piece lies, and what is marked.
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
  const isShown = laid && !heat && board.shown === "solution";
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
  // What is written on cells is read where no piece lies.
  const covered = new Set(isShown ? laid.pieces.flatMap(({ cells }) => cells) : []);
  const spots = VIEW.asked.filter(([at]) => !covered.has(at)).map(([, [cx, cy], color]) => {
    const spot = draw("circle", { class: "asked", cx, cy, r: 1.4 });
    spot.style.fill = color;
    return spot;
  });
  fill(layer("labels"), ...spots, ...VIEW.labels.filter(([at]) => !covered.has(at)).map(([, [x, y], label]) => draw("text", {
    x, y, "font-size": Math.min(3.2, 8.5 / (0.62 * label.length)).toFixed(2),
  }, label)));
  const obstacles = answer("obstacles");
  const why = answer("why");
  const marked = [];
  for (const [cells, kind] of [[obstacles?.cells, "bad"], [why?.cells, "bad"], [board.forced ? overview?.forced_cells : null, "good"]]) {
    if (cells?.length) marked.push(areaOf(cells, { class: `mark ${kind}` }));
  }
  fill(layer("marked"), ...marked);
}

// A piece whose cells have colours: these, and its outline.
function tile(own, outline) {
  const tints = own.map(([index, color]) => {
    const tint = areaOf([index], { class: "tint" });
    tint.style.fill = color;
    return tint;
  });
  return draw("g", {}, tints, draw("path", { class: "piece", d: outline, fill: "none" }));
}

// A text in a colour, which the style of texts in pictures would not let it have.
function named(element, color) {
  element.style.fill = color;
  return element;
}

// Black or white, whichever can be read on a colour.
function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  return 0.2126 * r ** 2.2 + 0.7152 * g ** 2.2 + 0.0722 * b ** 2.2 > 0.18 ? "#1a1a1a" : "#ffffff";
}

// The images of a cell under the symmetry that is painted with, itself first.
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
  const places = { x: [[sx - x, y]], y: [[x, sy - y]], xy: [[sx - x, y], [x, sy - y], [sx - x, sy - y]], turn: [[sx - x, sy - y]] };
  const found = new Set([index]);
  for (const [px, py] of places[board.symmetry]) {
    const at = board.canvas.cells.findIndex((_, other) => Math.hypot(middleOf(other)[0] - px, middleOf(other)[1] - py) < 0.5);
    if (at >= 0) found.add(at);
  }
  return [...found];
}

const toolMark = { paint: "required", optional: "optional", erase: "absent" };

// Begins a stroke at a cell.
function begin(index) {
  board.strokes += 1;
  board.axes = null;
  let tool = board.tool;
  if (tool === "paint" && board.marks[index] === 1) tool = "erase";
  if (tool === "optional" && board.marks[index] === 2) tool = "erase";
  board.stroke = { tool, id: board.strokes, from: index, last: index, cells: new Set(), before: [...board.marks] };
  reachTo(index);
}

// The cells that a stroke covers when it has come to a cell. A rectangle is drawn out, and painted when it is let go.
function reachTo(index) {
  const { stroke } = board;
  const paints = stroke.tool in toolMark;
  stroke.isRectangle = paints && board.rectangle;
  if (stroke.isRectangle) stroke.cells.clear();
  const within = stroke.isRectangle ? between(stroke.from, index) : line(stroke.last, index);
  stroke.last = index;
  const fresh = [];
  for (const cell of within.flatMap((at) => (paints ? images(at) : [at]))) {
    if (stroke.cells.has(cell) || (!paints && board.marks[cell] === 0)) continue;
    stroke.cells.add(cell);
    fresh.push(cell);
  }
  if (paints && !stroke.isRectangle) paintCells(fresh);
  else fill(layer("hand"), areaOf([...stroke.cells], { class: "mark hand" }));
}

// Paints cells of a stroke, here at once and in the document.
function paintCells(cells) {
  const { stroke } = board;
  const mark = toolMark[stroke.tool];
  const number = MARKS.indexOf(mark);
  for (const cell of cells) {
    board.marks[cell] = number;
    board.paths[cell].dataset.mark = mark;
  }
  const changed = cells.filter((cell) => stroke.before[cell] !== number);
  if (changed.length === 0) return;
  strokeAt = performance.now();
  change({ edit: "paint", cells: changed.map((cell) => board.canvas.cells[cell][0]), mark, stroke: stroke.id });
}

// When the last stroke was made, for whoever measures how long an answer takes.
let strokeAt = 0;

// The cells whose middles are in the rectangle between two cells.
function between(a, b) {
  const [[ax, ay], [bx, by]] = [middleOf(a), middleOf(b)];
  const inside = (v, p, q) => v >= Math.min(p, q) - 0.1 && v <= Math.max(p, q) + 0.1;
  return board.canvas.cells.map((_, at) => at).filter((at) => {
    const [x, y] = middleOf(at);
    return inside(x, ax, bx) && inside(y, ay, by);
  });
}

// The cells on the way from one to another: a fast pointer leaves none out.
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

// The cell nearest to a place on the canvas, if it is near.
function cellAt(x, y) {
  let [best, distance] = [null, 6];
  board.canvas.cells.forEach((_, index) => {
    const [cx, cy] = middleOf(index);
    const far = Math.hypot(cx - x, cy - y);
    if (far < distance) [best, distance] = [index, far];
  });
  return best;
}

// Ends a stroke: pieces are made of it, or the canvas that has grown is shown.
function end() {
  const { stroke } = board;
  if (!stroke) return;
  if (stroke.isRectangle) paintCells([...stroke.cells]);
  board.stroke = null;
  fill(layer("hand"));
  if ((stroke.tool === "cut" || stroke.tool === "take") && stroke.cells.size > 0) {
    const cells = [...stroke.cells].map((cell) => board.canvas.cells[cell][0]);
    change({ edit: "add-piece", cells, take: stroke.tool === "take" });
  }
  if (stroke.tool === "label") labelCell(stroke.from);
  drawCanvas();
}

// Asks what is to be written on a cell.
function labelCell(index) {
  const known = VIEW.labels.find(([at]) => at === index)?.[2] ?? "";
  const written = prompt(text("label-prompt"), known);
  if (written !== null) change({ edit: "label", cell: board.canvas.cells[index][0], label: written.trim() });
}

// The cell under a pointer.
function cellOf(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]");
  return found ? Number(found.dataset.cell) : null;
}

function listenToBoard() {
  const svg = byId("board");
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !VIEW?.is_drawable || board.stroke) return;
    const index = cellOf(event);
    if (index === null) return;
    event.preventDefault();
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    board.cursor = index;
    begin(index);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!board.stroke) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const index = cellOf(each);
      if (index !== null && index !== board.stroke.last) reachTo(index);
    }
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(name, end);
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) moveCursor(step);
    else if (event.key === "Enter" && VIEW?.is_drawable) {
      begin(board.cursor);
      end();
      sayCell();
    } else return;
    event.preventDefault();
  });
  svg.addEventListener("focus", drawCursor);
  svg.addEventListener("blur", () => { if (layer("cursor")) fill(layer("cursor")); });
}

// Goes to the nearest cell in a direction.
function moveCursor([dx, dy]) {
  const [x, y] = middleOf(board.cursor);
  let [best, least] = [board.cursor, Infinity];
  board.canvas.cells.forEach((_, index) => {
    const [ox, oy] = middleOf(index);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along < 0.5) return;
    const cost = along + 3 * aside;
    if (cost < least) [best, least] = [index, cost];
  });
  board.cursor = best;
  drawCursor();
  sayCell();
}

function drawCursor() {
  if (!VIEW || document.activeElement !== byId("board") || !byId("board").matches(":focus-visible")) return;
  fill(layer("cursor"), areaOf([board.cursor], { class: "mark cursor" }));
}

function sayCell() {
  const [numbers] = board.canvas.cells[board.cursor];
  const label = VIEW.labels.find(([at]) => at === board.cursor)?.[2];
  announce(text("cell", { cell: numbers.join(", "), mark: text(`mark-${board.marks[board.cursor]}`) }) + (label ? `: ${label}` : ""));
}

const TOOLS = [["paint", "p"], ["optional", "o"], ["erase", "e"], ["take", "t"], ["cut", "c"], ["label", "l"]];

function drawTools() {
  const tools = TOOLS.map(([tool]) => button(text(tool), () => setTool(tool), {
    "aria-pressed": String(board.tool === tool), title: text(`${tool}-hint`), "data-key": tool,
  }));
  const rectangle = button(text("rectangle"), () => { board.rectangle = !board.rectangle; drawTools(); }, {
    "aria-pressed": String(board.rectangle), "data-key": "rectangle",
  });
  const symmetry = make("select", { id: "symmetry", "data-key": "symmetry", on: { change: (event) => { board.symmetry = event.target.value; } } },
    ["none", "x", "y", "xy", "turn"].map((kind) => make("option", { value: kind, selected: board.symmetry === kind }, text(`symmetry-${kind}`))));
  keepingFocus(byId("tools"), () => fill(byId("tools"), ...tools, rectangle, make("label", {}, `${text("symmetry")} `, symmetry)));
}

function setTool(tool) {
  board.tool = tool;
  drawTools();
}

// Lattice, shape of the board and goal, below it.
function drawShape() {
  const focused = byId("shape").contains(document.activeElement);
  if (focused && board.lattice === VIEW.lattice) return;
  board.lattice = VIEW.lattice;
  const lattice = make("select", { id: "lattice", on: { change: (event) => change({ edit: "lattice", lattice: event.target.value }) }, title: text("new-lattice") },
    VIEW.lattices.map((name) => make("option", { value: name, selected: name === VIEW.lattice }, name)));
  const shape = make("input", { id: "board-shape", placeholder: VIEW.example, size: "16", spellcheck: "false" });
  const set = () => { if (shape.value.trim() !== "") change({ edit: "board", shape: shape.value }); };
  shape.addEventListener("keydown", (event) => { if (event.key === "Enter") set(); });
  const parts = [make("label", {}, `${text("lattice")} `, lattice), make("label", {}, `${text("shape")} `, shape), button(text("set-shape"), set, { id: "set-shape" })];
  if (VIEW.lattice === "Square") parts.push(traceButton());
  if (VIEW.goals.length > 0) {
    const goals = [null, ...VIEW.goals];
    parts.push(make("label", {}, `${text("goal")} `, make("select", { id: "goal", on: { change: (event) => ask({ request: "goal", goal: goals[event.target.selectedIndex] }) } },
      goals.map((goal) => make("option", { selected: goal === REPLY.goal }, goal ?? text("own-board"))))));
  }
  fill(byId("shape"), ...parts);
}

// A picture of characters that is pasted becomes the board; one of pixels is traced.
function pastePicture(event) {
  if (event.target.closest("input, textarea")) return;
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
