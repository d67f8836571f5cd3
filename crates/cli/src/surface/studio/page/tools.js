"use strict";
// The tools for drawing on the board, and the toolbar of the tool in use.

/** @type {["paint" | "optional" | "erase" | "take" | "cut" | "label" | "color", string][]} */
const TOOLS = [["paint", "p"], ["optional", "o"], ["erase", "e"], ["take", "t"], ["cut", "c"], ["label", "l"], ["color", "k"]];

/** @type {("none" | "x" | "y" | "xy" | "turn")[]} */
const SYMMETRIES = ["none", "x", "y", "xy", "turn"];

function drawTools() {
  const tools = TOOLS.map(([tool]) => button(text(tool), () => setTool(tool), {
    "aria-pressed": String(board.tool === tool), title: text(`${tool}-hint`), "data-key": tool,
  }));
  // The settings for rectangles and symmetry apply only to the tools that paint.
  const paints = board.tool in toolMark;
  const rectangle = make("label", { title: text("rectangle-hint") }, make("input", {
    type: "checkbox", checked: board.rectangle && paints, disabled: !paints, "data-key": "rectangle", on: { change: (event) => { board.rectangle = event.target.checked; } },
  }), text("rectangle"));
  const symmetry = make("select", { id: "symmetry", disabled: !paints, "data-key": "symmetry", on: { change: (event) => { board.symmetry = event.target.value; } } },
    SYMMETRIES.map((kind) => make("option", { value: kind, selected: board.symmetry === kind }, text(`symmetry-${kind}`))));
  const fit = button(text("fit"), fitBoard, { id: "fit", title: text("fit-hint"), "data-key": "fit" });
  const clear = button(text("clear"), clearBoard, { id: "clear", title: text("clear-hint"), "data-key": "clear" });
  keepingFocus(byId("tools"), () => fill(byId("tools"), ...tools, rectangle, make("label", {}, `${text("symmetry")} `, symmetry), fit, clear));
}

// Takes all cells off the board, as one stroke, to draw the next board.
function clearBoard() {
  const cells = board.canvas.cells.flatMap(([place], index) => (board.marks[index] > 0 ? [place] : []));
  if (cells.length === 0) return;
  board.strokes += 1;
  change({ edit: "paint", cells, mark: "absent", stroke: board.strokes });
}

/** @param {string} tool */
function setTool(tool) {
  // Choosing another tool finishes the piece that is being cut.
  if (isCutting() && tool !== board.tool) finishCut();
  board.cutting.keys.clear();
  board.tool = tool;
  if (tool !== "open") markedGoal = null;
  drawTools();
  drawToolBar();
  if (VIEW) {
    drawGoals();
    drawAnswers();
  }
  if (tool === "label") byId("label-words")?.focus();
}

// The toolbar of the tool in use: its inputs and buttons, or how to use it. It has the same height with every tool,
// so that the board stays in its place. It is replaced only if its content changes, so that typing in
// it is not disturbed.
function drawToolBar() {
  /** @type {Record<string, (() => (string | Node)[]) | undefined>} */
  const bars = { label: labelBar, open: markBar, cut: cutBar, take: cutBar, color: colorBar };
  const bar = VIEW && bars[board.tool];
  const parts = bar ? bar() : [make("span", { class: "quiet" }, text(/** @type {TextName} */ (`${board.tool}-hint`)))];
  const shown = [board.tool, ...parts.map((part) => (part instanceof Element ? part.outerHTML : part))].join();
  if (board.bar !== shown) keepingFocus(byId("tool-bar"), () => fill(byId("tool-bar"), parts));
  board.bar = shown;
  fill(byId("tool-words"), VIEW && board.tool === "label" ? labelWords() : null);
  const words = byId("label-words");
  if (words && words.value !== labelling.words) words.value = labelling.words;
}

// The colour that the cells of a stroke will require: one of the colours of pieces' cells, or an empty text to
// remove the requirement.
/** @type {string | null} */
let requiredColor = null;

function colorBar() {
  if (VIEW.colors.length === 0) return [make("span", { class: "quiet" }, text("no-colors"))];
  if (requiredColor === null) [[requiredColor]] = VIEW.colors;
  /** @type {(name: string) => () => void} */
  const choose = (name) => () => { requiredColor = name; drawToolBar(); };
  /** @param {string} color */
  const swatch = (color) => {
    const spot = draw("svg", { viewBox: "0 0 10 10", class: "swatch", "aria-hidden": "true" }, draw("circle", { cx: 5, cy: 5, r: 4.5 }));
    spot.style.fill = color;
    return spot;
  };
  /** @type {[string, string | null][]} */
  const choices = [...VIEW.colors, ["", null]];
  return choices.map(([name, color]) => button([color === null ? null : swatch(color), name === "" ? text("no-color") : name], choose(name), {
    "aria-pressed": String(requiredColor === name), "data-key": `color-${name}`,
  }));
}

/** @param {number[]} cells */
function colorCells(cells) {
  if (requiredColor === null || VIEW.colors.length === 0) return;
  change({ edit: "color", cells: cells.map((cell) => board.canvas.cells[cell][0]), color: requiredColor });
}
