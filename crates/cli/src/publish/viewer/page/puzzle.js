// The puzzle: its cells, placements and solutions, from the data in the page.

// Whether the page is embedded in another one, which shows titles and links itself.
const EMBED = /[?&]embed\b/.test(location.search) || /&embed\b|^#embed\b/.test(location.hash);

// The current level. Another level of the same puzzle replaces it; a level of another puzzle reloads the
// page.
let LEVEL = levelOfLink(location.hash) ?? openingLevel();
const DATA = LEVEL.open ? withOpenCells(EMBEDDED.puzzles[LEVEL.puzzle], LEVEL.open) : EMBEDDED.puzzles[LEVEL.puzzle];
const BOARD = DATA.board;
const PIECES = DATA.pieces;
const EDGE = BOARD.edge;

/** @type {(x: number, y: number, z: number) => string} */
const vectorKey = (x, y, z) => `${x},${y},${z}`;
const LAYERS = new Map(BOARD.layers.map((layer) => [layer.z, layer]));
const OPTIONAL = new Set(BOARD.optional);

// The position on the page of a vector in a layer.
/** @param {number} x @param {number} y @param {number} z @param {number} layer @returns {Point} */
function place(x, y, z, layer) {
  const [a, b, c] = BOARD.basis;
  const origin = present(LAYERS.get(layer)).origin;
  return [origin[0] + x * a[0] + y * b[0] + z * c[0], origin[1] + x * a[1] + y * b[1] + z * c[1]];
}

/** @type {Cell[]} */
const CELLS = BOARD.cells.map(([x, y, z, kind, layer], index) => {
  const at = place(x, y, z, layer);
  const middle = BOARD.kinds[kind][1];
  return { index, x, y, z, kind, layer, at, centre: [at[0] + middle[0], at[1] + middle[1]], name: BOARD.names[index] };
});
const CELL_AT = new Map(CELLS.map((cell) => [vectorKey(cell.x, cell.y, cell.z), cell.index]));

// The colours of cells: their names and fills.
const COLORS = DATA.colors?.paints ?? [];

// All placements: the piece, its orientation, the cells it covers, and the crossings that it forbids to sticks
// of other pieces, as keys. Two placements cross if they have a key in common.
/** @type {Placement[]} */
const PLACEMENTS = [];
// The placements of each orientation of each piece.
const LYING = PIECES.map((piece, p) => piece.orientations.map((orientation, o) => orientation.at.map((first) => {
  const anchor = CELLS[first];
  /** @type {(vector: Vector) => string} */
  const from = ([x, y, z]) => vectorKey(anchor.x + x, anchor.y + y, anchor.z + z);
  const cells = orientation.cells.map((step) => present(CELL_AT.get(from(step)))).sort((a, b) => a - b);
  // For each cell, the index of its colour.
  const tints = new Map((orientation.colors || []).map((color, i) => [present(CELL_AT.get(from(orientation.cells[i]))), color]));
  const names = cells.map((cell) => CELLS[cell].name);
  const lowest = cells.filter((cell) => CELLS[cell].layer === anchor.layer);
  const placement = {
    index: PLACEMENTS.length,
    piece: p,
    orientation: o,
    first,
    cells,
    through: (orientation.through || []).map(([x, y, z, ...sticks]) => [from([x, y, z]), ...sticks].join("/")),
    // The mean of the centres of the cells in the lowest layer.
    middle: mean(lowest.map((cell) => CELLS[cell].centre)),
    tints,
    name: `${orientation.face ?? piece.name}@${names.join("")}`,
    spoken: tints.size === 0 ? `${called(piece)} ${names.join("")}`
      : `${called(piece)} ${cells.map((cell, i) => `${names[i]} ${COLORS[present(tints.get(cell))][0]}`).join(", ")}`,
  };
  PLACEMENTS.push(placement);
  return placement.index;
})));
const OF_PIECE = LYING.map((orientations) => orientations.flat());
const BY_NAME = new Map(PLACEMENTS.map((placement) => [placement.name, placement.index]));

/** @param {Point[]} points @returns {Point} */
function mean(points) {
  const sum = points.reduce(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

// The placements that match a pattern such as "Pink@(3,2)": all placements of the piece that cover
// these cells. If a placement covers exactly these cells, only this one matches. Empty if there is
// no match.
/** @param {string} pattern */
function matching(pattern) {
  const exact = BY_NAME.get(pattern);
  if (exact !== undefined) return [exact];
  const at = pattern.lastIndexOf("@");
  const piece = PIECES.findIndex(({ name }) => name === pattern.slice(0, at));
  const cells = cellsOfPattern(pattern);
  if (at < 0 || piece < 0 || cells.length === 0 || cells.includes(-1)) return [];
  return OF_PIECE[piece].filter((p) => cells.every((cell) => PLACEMENTS[p].cells.includes(cell)));
}

// The cells that a pattern names; -1 for those that are not on the board.
/** @type {(pattern: string) => number[]} */
const cellsOfPattern = (pattern) => (pattern.slice(pattern.lastIndexOf("@") + 1).match(/\([^()]*\)/g) ?? []).map((name) => BOARD.names.indexOf(name));

// A filter's pattern as a screen reader says it: the piece in the page's language, and its cells.
/** @param {Filter} filter */
function patternInWords({ pattern, placements }) {
  const exact = BY_NAME.get(pattern);
  if (exact !== undefined) return PLACEMENTS[exact].spoken;
  return `${called(PIECES[PLACEMENTS[placements[0]].piece])} ${pattern.slice(pattern.lastIndexOf("@") + 1)}`;
}

// Unpacks numbers of `bits` bits each from base 64, lowest bit first.
/** @param {string} text @param {number} bits @param {number} count */
function unpacked(text, bits, count) {
  const bytes = atob(text);
  const numbers = new Uint16Array(count);
  let held = 0;
  let have = 0;
  let next = 0;
  for (let i = 0; i < count; i += 1) {
    while (have < bits) {
      held |= bytes.charCodeAt(next) << have;
      next += 1;
      have += 8;
    }
    numbers[i] = held & ((1 << bits) - 1);
    held >>>= bits;
    have -= bits;
  }
  return numbers;
}

if (LEVEL.open) DATA.solutions = firstSolutions();
const HELD = DATA.solutions.held;
const SIZE = DATA.solutions.size;
const TOTAL = DATA.solutions.total;
const PACKED = DATA.solutions.numbers ?? unpacked(DATA.solutions.packed ?? "", DATA.solutions.bits ?? 0, HELD * SIZE);

// The placements of the n-th embedded solution.
/** @param {number} n */
function solution(n) {
  const found = [];
  for (let i = n * SIZE; i < (n + 1) * SIZE; i += 1) {
    if (PACKED[i] < PLACEMENTS.length) found.push(PACKED[i]);
  }
  return found;
}

// The numbers of the embedded solutions among all, as text; null if they are consecutive.
const NUMBERS = (() => {
  if (DATA.solutions.steps === "") return null;
  let last = 0n;
  return DATA.solutions.steps.split(" ").map((step) => String(last += BigInt(step)));
})();
/** @type {(n: number) => string} */
const numberOf = (n) => (NUMBERS ? NUMBERS[n] : String(n + 1));

// The embedded solution whose number among all is nearest to a number.
/** @param {string} text */
function withNumber(text) {
  /** @type {bigint} */
  let number;
  try {
    number = BigInt(text);
  } catch {
    return null;
  }
  if (HELD === 0) return null;
  if (!NUMBERS) return number < 1n ? 0 : number > BigInt(HELD) ? HELD - 1 : Number(number) - 1;
  /** @type {(n: number) => bigint} */
  const far = (n) => (BigInt(NUMBERS[n]) > number ? BigInt(NUMBERS[n]) - number : number - BigInt(NUMBERS[n]));
  let best = 0;
  for (let n = 1; n < HELD; n += 1) if (far(n) < far(best)) best = n;
  return best;
}

// For each placement, how many of all solutions contain it; null if unknown.
const HOLDING = DATA.solutions.holding === "" ? null : DATA.solutions.holding.split(" ").map(BigInt);

// The number of embedded solutions in words.
function heldInWords() {
  const { choice } = DATA.solutions;
  switch (choice) {
    case "all": return words(HELD === 1 ? "held_one" : "held_all", { solutions: solutionsInWords(HELD) });
    case "sample": return words("held_sample", { held: grouped(HELD), solutions: solutionsInWords(present(TOTAL)) });
    case "first": return words("held_first", { solutions: solutionsInWords(HELD) });
    default: return "";
  }
}
