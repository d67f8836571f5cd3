"use strict";
// Labels of cells: words are typed in a row and placed on cells in reading order. The words placed at once
// are a group; goals choose one label of each group.

// The typed words, the group that they join (null for a new group), and the cell whose label is
// being changed (null if there is none).
/** @type {{ words: string, group: number | null, cell: number | null }} */
const labelling = { words: "", group: null, cell: null };

// The words on the board of a calendar puzzle.
const CALENDAR_WORDS = {
  months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
  days: Array.from({ length: 31 }, (_, day) => day + 1).join(" "),
  weekdays: "Mon Tue Wed Thu Fri Sat Sun",
};

// The labels in a text: words, or several words in quotation marks.
/** @type {(written: string) => string[]} */
const wordsOf = (written) => [...written.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => (quoted ?? word).trim()).filter((word) => word !== "");

/** @type {(label: string) => string} */
const asWord = (label) => (/\s/.test(label) ? `"${label}"` : label);

/** @type {(index: number) => number} */
const groupOf = (index) => VIEW.label_groups.findIndex((group) => group.some(([at]) => at === index));

/** @type {(index: number) => string} */
const labelOf = (index) => VIEW.label_groups.flat().find(([at]) => at === index)?.[1] ?? "";

// The cells of the board in reading order, layer by layer, starting with the cell `first`. If that cell is not
// on the board: the cells of its row, starting with it.
/** @param {number} first */
function followingCells(first) {
  const onBoard = board.marks[first] > 0;
  const layers = board.canvas.captions.length > 0;
  const places = board.canvas.cells.map(([numbers], index) => [index, layers ? numbers[2] : 0, ...middleOf(index)]);
  places.sort((a, b) => a[1] - b[1] || a[3] - b[3]);
  // Cells of a row may differ a little in height, as triangles do.
  let row = 0;
  /** @type {number[] | null} */
  let top = null;
  for (const place of places) {
    if (top === null || place[1] !== top[1] || place[3] - top[3] > 4.5) {
      row += 1;
      top = place;
    }
    place.push(row);
  }
  places.sort((a, b) => a[4] - b[4] || a[2] - b[2]);
  const from = places.findIndex(([index]) => index === first);
  return places.slice(from).filter(([index, , , , of]) => (onBoard ? board.marks[index] > 0 : of === places[from][4])).map(([index]) => index);
}

// The typed words, each with the cell that it gets if the first word is placed on this cell.
/** @param {number} index @returns {[number, string][]} */
function placedWords(index) {
  const words = wordsOf(labelling.words);
  return followingCells(index).slice(0, words.length).map((cell, at) => [cell, words[at]]);
}

// Labels cells with the typed words, beginning at this cell. Words for which there is no cell stay in the input.
// Without words, the label of the cell is offered for changing.
/** @param {number} index */
function labelCell(index) {
  if (wordsOf(labelling.words).length > 0 || labelling.cell === index) placeWords(index);
  else {
    labelling.cell = index;
    labelling.words = asWord(labelOf(index));
    drawToolBar();
    byId("label-words")?.focus();
    byId("label-words")?.select();
  }
}

/** @param {number} index */
function placeWords(index) {
  const isChange = labelling.cell === index;
  const words = wordsOf(labelling.words);
  /** @type {[number, string][]} */
  const placed = words.length === 0 ? [[index, ""]] : placedWords(index);
  const own = groupOf(index);
  const group = isChange && own >= 0 ? own : labelling.group;
  change({ edit: "labels", group, labels: placed.map(([cell, label]) => [board.canvas.cells[cell][0], label]) });
  const rest = words.slice(placed.length);
  labelling.words = rest.map(asWord).join(" ");
  labelling.cell = null;
  if (rest.length > 0) say(text("labels-left", { count: rest.length }));
  fill(layer("hand"));
  drawToolBar();
}

// Shows on the board which cells the typed words would label if the first word were placed on this cell.
/** @param {number | null} index */
function previewWords(index) {
  if (board.tool !== "label" || board.stroke) return;
  fill(layer("hand"), index === null ? [] : placedWords(index).map(([cell, label]) => {
    const [x, y] = middleOf(cell);
    return draw("g", {}, areaOf([cell], { class: "mark hand" }), draw("text", { x, y, "font-size": labelSize(label) }, label));
  }));
}

/** @type {(label: string) => string} */
const labelSize = (label) => Math.min(3.2, 8.5 / (0.62 * label.length)).toFixed(2);

// The toolbar for labels: the words to place, their group, and buttons for the words of a calendar.
function labelBar() {
  const words = make("input", {
    id: "label-words", size: "24", placeholder: text("label-example"), spellcheck: "false", autocomplete: "off", "data-key": "label-words",
    on: {
      input: (event) => { labelling.words = event.target.value; },
      keydown: (event) => { if (event.key === "Enter") placeWords(labelling.cell ?? board.cursor); },
    },
  });
  const known = VIEW?.label_groups ?? [];
  if (labelling.group !== null && labelling.group >= known.length) labelling.group = null;
  /** @type {[number | null, string][]} */
  const titles = [[null, text("new-group")], ...known.map(/** @returns {[number, string]} */ (group, at) => [at, `${group[0]?.[1] ?? ""} … ${group[group.length - 1]?.[1] ?? ""} (${group.length})`])];
  const group = make("select", { id: "label-group", "data-key": "label-group", on: { change: (event) => { labelling.group = titles[event.target.selectedIndex][0]; } } },
    titles.map(([at, title]) => make("option", { selected: at === labelling.group }, title)));
  /** @param {"months" | "days" | "weekdays"} name */
  const offer = (name) => button(text(name), () => { labelling.words = CALENDAR_WORDS[name]; labelling.cell = null; drawToolBar(); byId("label-words")?.focus(); }, { id: `label-${name}`, "data-key": name });
  return contents([
    make("label", {}, `${text("labels")} `, words), make("label", {}, `${text("group")} `, group), offer("months"), offer("days"), offer("weekdays"),
  ]);
}

// The text below the board: how to place the typed words on cells, or which cell's label is being changed.
const labelWords = () => (labelling.cell === null ? text("label-how") : text("label-change", { cell: board.canvas.cells[labelling.cell][0].join(", ") }));
