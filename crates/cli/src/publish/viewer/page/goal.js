// A goal that leaves cells of the board open: the puzzle without these cells, and its solutions, which the
// page searches for.

// The maximum number of solutions that a search finds.
const MOST_FOUND = 100;
// The maximum number of placements that a search tries.
const MOST_TRIED = 20_000;

// The puzzle that remains if cells of its board stay open.
/** @param {PuzzleData} puzzle @param {number[]} open @returns {PuzzleData} */
function withOpenCells(puzzle, open) {
  const { board } = puzzle;
  const gone = new Set(open);
  // Maps the index of a remaining cell to its new index.
  /** @type {Map<number, number>} */
  const number = new Map();
  board.cells.forEach((_, index) => { if (!gone.has(index)) number.set(index, number.size); });
  /** @type {<T>(list: readonly T[]) => T[]} */
  const staying = (list) => list.filter((_, index) => number.has(index));
  /** @type {(cells: number[]) => number[]} */
  const renumbered = (cells) => cells.flatMap((cell) => number.get(cell) ?? []);
  const at = new Map(board.cells.map(([x, y, z], index) => [`${x},${y},${z}`, index]));
  /** @type {(orientation: Orientation, first: number) => boolean} */
  const lies = (orientation, first) => {
    const [x, y, z] = board.cells[first];
    return orientation.cells.every(([a, b, c]) => number.has(at.get(`${x + a},${y + b},${z + c}`) ?? -1));
  };
  /** @type {(orientation: Orientation) => Orientation} */
  const moved = (orientation) => ({ ...orientation, at: renumbered(orientation.at.filter((first) => lies(orientation, first))) });
  const { colors } = puzzle;
  return {
    ...puzzle,
    board: {
      ...board,
      cells: staying(board.cells),
      names: staying(board.names),
      optional: renumbered(board.optional),
      asked: (board.asked ?? []).filter(([cell]) => number.has(cell)).map(([cell, color]) => [present(number.get(cell)), color]),
      open: board.cells.filter((_, index) => gone.has(index)),
    },
    pieces: puzzle.pieces.map((piece) => ({ ...piece, orientations: piece.orientations.map(moved) })),
    colors: colors && { ...colors, near: staying(colors.near).map(renumbered) },
  };
}

// The tables of a search: the placements by cell, and by each vertex that they run through.
function searchTables() {
  /** @type {number[][]} */
  const atCell = CELLS.map(() => []);
  /** @type {Map<string, number[]>} */
  const through = new Map();
  for (const { index, cells, through: vertices } of PLACEMENTS) {
    for (const cell of cells) atCell[cell].push(index);
    for (const vertex of vertices) {
      if (!through.has(vertex)) through.set(vertex, []);
      through.get(vertex)?.push(index);
    }
  }
  return { atCell, through };
}

/** @type {ReturnType<typeof searchTables> | undefined} */
let tables;

// Solutions that contain the placements `held`, at most `most` of them, and whether these are certainly
// all. This is never certain if the board has optional cells. The search covers the cell, or the piece with
// a single copy, that has the fewest placements left.
/** @param {number[]} held @param {number} most */
function search(held, most, tries = MOST_TRIED) {
  tables ??= searchTables();
  const { atCell, through } = tables;
  const barred = new Uint32Array(PLACEMENTS.length);
  const leftAt = Uint32Array.from(atCell, (list) => list.length);
  const leftOf = Uint32Array.from(OF_PIECE, (list) => list.length);
  const used = new Uint32Array(PIECES.length);
  const covered = new Uint8Array(CELLS.length);
  /** @type {number[]} */
  const put = [];
  /** @type {number[][]} */
  const solutions = [];
  let tried = 0;
  // Lays a placement and excludes all that conflict with it (`step` 1), or undoes that (`step` -1).
  /** @type {(p: number, step: 1 | -1) => void} */
  const lay = (p, step) => {
    const { piece, cells, through: vertices } = PLACEMENTS[p];
    /** @type {(q: number) => void} */
    const change = (q) => {
      const was = barred[q];
      barred[q] += step;
      if ((was === 0) === (barred[q] === 0)) return;
      for (const cell of PLACEMENTS[q].cells) leftAt[cell] -= step;
      leftOf[PLACEMENTS[q].piece] -= step;
    };
    if (step > 0) used[piece] += 1;
    for (const cell of cells) {
      atCell[cell].forEach(change);
      covered[cell] = step > 0 ? 1 : 0;
    }
    for (const vertex of vertices) through.get(vertex)?.forEach(change);
    if (used[piece] === PIECES[piece].copies[1]) OF_PIECE[piece].forEach(change);
    if (step < 0) used[piece] -= 1;
  };
  /** @type {(p: number) => boolean} */
  const meets = (p) => !DATA.colors?.meets || clashInColor(standing(put), p) === null;
  /** @type {() => number[] | null} */
  const ways = () => {
    /** @type {number[] | null} */
    let best = null;
    let least = Infinity;
    for (const [cell, left] of leftAt.entries()) {
      if (covered[cell] || OPTIONAL.has(cell) || left >= least) continue;
      best = atCell[cell];
      least = left;
    }
    for (const [piece, { copies }] of PIECES.entries()) {
      if (used[piece] >= copies[0] || leftOf[piece] >= least) continue;
      // Copies of a piece are interchangeable. So the search branches on such a piece only if no cell is left
      // to cover, or if the piece has no placement left.
      if (copies[1] > 1 && best !== null && leftOf[piece] > 0) continue;
      best = OF_PIECE[piece];
      least = leftOf[piece];
    }
    return best;
  };
  // Tries every way to complete the placements in `put`. Returns whether to continue the search.
  /** @type {() => boolean} */
  const cover = () => {
    const list = ways();
    if (list === null) {
      solutions.push([...put].sort((a, b) => a - b));
      return solutions.length < most;
    }
    for (const p of list) {
      if (barred[p] > 0 || !meets(p)) continue;
      tried += 1;
      if (tried > tries) return false;
      put.push(p);
      lay(p, 1);
      const continues = cover();
      lay(p, -1);
      put.pop();
      if (!continues) return false;
    }
    return true;
  };
  for (const p of held) {
    put.push(p);
    lay(p, 1);
  }
  const complete = cover() && OPTIONAL.size === 0;
  return { solutions, complete };
}

// The first solutions of the puzzle, in the form of embedded ones.
/** @returns {SolutionsData} */
function firstSolutions() {
  const { solutions, complete } = search([], MOST_FOUND);
  const size = Math.max(0, ...solutions.map((found) => found.length));
  const numbers = new Uint16Array(solutions.length * size).fill(PLACEMENTS.length);
  solutions.forEach((found, n) => numbers.set(found, n * size));
  return {
    held: solutions.length, size, numbers, steps: "", holding: "",
    total: complete ? String(solutions.length) : null, choice: complete ? "all" : "first",
  };
}
