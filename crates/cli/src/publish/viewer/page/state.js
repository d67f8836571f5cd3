// The visible state, and the link that represents it.

// A page with challenges opens in the play view. A puzzle that has only solutions opens in the view
// of the solutions.
/** @type {ViewName} */
const OPENS_ON = HELD > 0 && NUMBERED.length === 0 ? "browse" : "play";

/** @type {PageState} */
const state = {
  view: OPENS_ON,
  // The index of the embedded solution that is shown, and how many of its pieces are shown; null
  // for all.
  solution: 0,
  shown: null,
  // Patterns that solutions must contain or avoid.
  filters: [],
  // The piece whose heat map is shown.
  piece: 0,
  // The placements put on the level's board, in order.
  put: [],
};

// The indices of the solutions that pass the filters.
/** @type {number[]} */
let left = [];

/** @param {Filter["sign"]} sign @param {string} pattern @returns {Filter | null} */
function filter(sign, pattern) {
  const placements = matching(pattern);
  if (placements.length === 0) return null;
  const marks = new Uint8Array(PLACEMENTS.length + 1);
  for (const p of placements) marks[p] = 1;
  return { sign, pattern, placements, marks };
}

// Whether the n-th solution contains a marked placement.
/** @param {number} n @param {Uint8Array} marks */
function holds(n, marks) {
  for (let i = n * SIZE; i < (n + 1) * SIZE; i += 1) if (marks[PACKED[i]]) return true;
  return false;
}

function applyFilters() {
  left = [];
  for (let n = 0; n < HELD; n += 1) {
    if (state.filters.every((f) => holds(n, f.marks) === (f.sign === "with"))) left.push(n);
  }
  if (left.length > 0 && !left.includes(state.solution)) {
    state.solution = left.find((n) => n > state.solution) ?? left[0];
  }
}

// For each placement, the number of remaining solutions that contain it.
function tally() {
  const counts = new Uint32Array(PLACEMENTS.length + 1);
  for (const n of left) {
    for (let i = n * SIZE; i < (n + 1) * SIZE; i += 1) counts[PACKED[i]] += 1;
  }
  return counts;
}

// The share of the remaining solutions that contain a placement. These are the embedded solutions that pass the
// filters; without filters they are all solutions, if the counts for these are known.
/** @param {number} placement @param {Uint32Array} counts */
function shareOf(placement, counts) {
  if (state.filters.length === 0 && HOLDING !== null) return Number(HOLDING[placement]) / Number(TOTAL);
  return counts[placement] / left.length;
}

// The exact number of all solutions that pass the filters, as text; null if unknown.
function exactlyLeft() {
  if (DATA.solutions.choice === "all") return String(left.length);
  if (TOTAL === null) return null;
  if (state.filters.length === 0) return TOTAL;
  const [only, ...more] = state.filters;
  const piece = PIECES[PLACEMENTS[only.placements[0]].piece];
  const apart = only.placements.length === 1 || piece.copies[1] === 1 || oneCellCommon(only.placements);
  if (more.length > 0 || !HOLDING || !apart) return null;
  const sum = only.placements.reduce((total, p) => total + HOLDING[p], 0n);
  return String(only.sign === "with" ? sum : BigInt(TOTAL) - sum);
}

// Whether all these placements share a cell. Then no solution contains two of them.
/** @param {number[]} placements */
function oneCellCommon(placements) {
  const [first, ...others] = placements.map((p) => PLACEMENTS[p].cells);
  return first.some((cell) => others.every((cells) => cells.includes(cell)));
}

// The link: the part of the address after `#`.
function written() {
  /** @type {string[]} */
  const fields = [];
  /** @type {(name: string, value: string | number) => void} */
  const add = (name, value) => {
    fields.push(`${name}=${encodeURIComponent(value).replace(/%40/g, "@").replace(/%2C/g, ",")}`);
  };
  if (LEVEL.id !== "" && (state.view === "play" || LEVELS.some((level) => !isOnBoardOf(level, LEVEL)))) add(EMBEDDED.link, LEVEL.id);
  if (state.view === "play") {
    for (const p of state.put) add("put", PLACEMENTS[p].name);
  } else {
    for (const { sign, pattern } of state.filters) add(sign, pattern);
    if (state.view === "heat") add("piece", PIECES[state.piece].name);
    else if (left.length > 0) add("solution", numberOf(state.solution));
    if (state.view === "browse" && state.shown !== null) add("shown", state.shown);
  }
  if (EMBED) fields.push("embed");
  return `#${[state.view, ...fields].join("&")}`;
}

// Applies a link; fields that do not fit this puzzle are ignored.
/** @param {string} link */
function read(link) {
  const [view, ...fields] = link.replace(/^#/, "").split("&");
  state.view = VIEWS.find(({ id }) => id === view)?.id ?? OPENS_ON;
  state.filters = [];
  state.put = [];
  state.shown = null;
  for (const field of fields) {
    const at = field.indexOf("=");
    let value = "";
    try {
      value = decodeURIComponent(field.slice(at + 1));
    } catch {
      continue;
    }
    const name = field.slice(0, at);
    switch (name) {
      case "with":
      case "without": {
        const added = filter(name, value);
        if (added) state.filters.push(added);
        break;
      }
      case "solution": state.solution = withNumber(value) ?? 0; break;
      case "shown": if (/^\d+$/.test(value)) state.shown = Number(value); break;
      case "piece": state.piece = Math.max(0, PIECES.findIndex((piece) => piece.name === value)); break;
      case "put": if (BY_NAME.has(value)) state.put.push(present(BY_NAME.get(value))); break;
      default:
    }
  }
}

// Changes the visible state, and draws the page again.
/** @param {Partial<PageState>} change */
function update(change) {
  Object.assign(state, change);
  if (change.filters) applyFilters();
  if (change.view) windClock();
  show();
}

// Adds a filter, or removes it if it is set.
/** @param {Filter["sign"]} sign @param {string} pattern */
function toggle(sign, pattern) {
  const there = state.filters.some((f) => f.sign === sign && f.pattern === pattern);
  const others = state.filters.filter((f) => f.pattern !== pattern);
  update({ filters: there ? others : [...others, present(filter(sign, pattern))] });
  announce(leftInWords());
}

// The number of remaining solutions in words.
function leftInWords() {
  const exact = exactlyLeft();
  if (state.filters.length === 0) return heldInWords();
  if (DATA.solutions.choice === "all") return words("left_of_all", { left: grouped(left.length), solutions: solutionsInWords(HELD) });
  const values = { here: grouped(left.length), held: grouped(HELD), solutions: TOTAL ? solutionsInWords(TOTAL) : "" };
  return exact === null ? words("left_of_held", values) : words("left_exactly", { ...values, left: grouped(exact) });
}
