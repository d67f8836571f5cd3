// A game: the pieces on the board, where more pieces fit, and hints.

// The givens of a level, the steps of its hints, and its hashed solution.
/** @param {Level} level @returns {LevelStart} */
function startOf(level) {
  const posed = level.challenge === undefined ? {} : DATA.challenges[level.challenge];
  return { givens: [], steps: [], right: null, ...posed };
}

// All givens, the puzzle's own first.
/** @param {LevelStart} start */
function givensOf(start) {
  return [...DATA.givens, ...start.givens.filter((p) => !DATA.givens.includes(p))];
}

// A hash of a placement (FNV-1a, 32 bits), so that the solution cannot be read at a glance.
/** @param {number} salt @param {number} placement */
function hashed(salt, placement) {
  let hash = 0x811c9dc5;
  for (const number of [salt, placement]) {
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((number >>> shift) & 255), 0x01000193) >>> 0;
  }
  return hash;
}

// The placements of a level's solution; null if there are several or none is known.
/** @param {LevelStart} start */
function solutionOf(start) {
  if (start.right === null) return null;
  const [salt, ...hashes] = start.right;
  const right = new Set(hashes);
  return PLACEMENTS.map(({ index }) => index).filter((p) => right.has(hashed(salt, p)));
}

// The position with exactly these placements on the board.
/** @param {number[]} placements @returns {Position} */
function standing(placements) {
  const owner = new Int32Array(CELLS.length).fill(-1);
  const through = new Map();
  const used = new Array(PIECES.length).fill(0);
  for (const p of placements) {
    for (const cell of PLACEMENTS[p].cells) owner[cell] = p;
    for (const vertex of PLACEMENTS[p].through) through.set(vertex, p);
    used[PLACEMENTS[p].piece] += 1;
  }
  return { owner, through, used, placements };
}

/** @type {(on: Position, piece: number) => number} */
const copiesLeft = (on, piece) => PIECES[piece].copies[1] - on.used[piece];

// The first placement on the board that conflicts with placement `p`; null if none does.
/** @param {Position} on @param {number} p @returns {number | null} */
function inTheWay(on, p) {
  const { cells, through } = PLACEMENTS[p];
  for (const cell of cells) if (on.owner[cell] >= 0) return on.owner[cell];
  for (const vertex of through) {
    const across = on.through.get(vertex);
    if (across !== undefined) return across;
  }
  return clashInColor(on, p);
}

// The first placement on the board whose colours may not meet those of placement `p` in an adjacent
// cell; null if there is none.
/** @param {Position} on @param {number} p */
function clashInColor(on, p) {
  const { meets, near: neighbours } = DATA.colors ?? {};
  if (!meets || !neighbours) return null;
  for (const [cell, color] of PLACEMENTS[p].tints) {
    for (const near of neighbours[cell]) {
      const other = on.owner[near];
      const neighborColor = other < 0 || other === p ? undefined : PLACEMENTS[other].tints.get(near);
      if (neighborColor !== undefined && !meets[color][neighborColor]) return other;
    }
  }
  return null;
}

/** @type {(on: Position, p: number) => boolean} */
const fits = (on, p) => copiesLeft(on, PLACEMENTS[p].piece) > 0 && inTheWay(on, p) === null;

/** @param {Position} on */
function solved(on) {
  return CELLS.every(({ index }) => on.owner[index] >= 0 || OPTIONAL.has(index))
    && PIECES.every((piece, p) => on.used[p] >= piece.copies[0] && on.used[p] <= piece.copies[1]);
}

// The number of embedded solutions that contain all these placements, and the index of the first such
// solution; null if there is none.
/** @param {number[]} placements */
function solutionsFrom(placements) {
  const required = new Set(placements);
  let count = 0;
  /** @type {number | null} */
  let example = null;
  for (let n = 0; n < HELD; n += 1) {
    let found = 0;
    for (let i = n * SIZE; i < (n + 1) * SIZE; i += 1) if (required.has(PACKED[i])) found += 1;
    if (found === required.size) {
      count += 1;
      if (example === null) example = n;
    }
  }
  return { count, example };
}

// The next hint, in stages. Each stage has a text, the cells to mark, and the placement to put down
// or take away, if it suggests one. Null if nothing is left to do.
/** @param {LevelStart} start @param {number[]} put @returns {Hint | null} */
function nextHint(start, put) {
  const all = [...givensOf(start), ...put];
  const right = solutionOf(start);
  if (right) {
    const wrong = put.filter((p) => !right.includes(p));
    if (wrong.length > 0) return takeBack(wrong[wrong.length - 1], wrong.length);
    return deduced(start, new Set(all)) || revealed(right.filter((p) => !all.includes(p)));
  }
  const step = deduced(start, new Set(all));
  if (step) return step;
  const { example } = solutionsFrom(all);
  if (example !== null) return revealed(solution(example).filter((p) => !all.includes(p)));
  if (LEVEL.open) return searched(all, put);
  if (DATA.solutions.choice !== "all") {
    const text = words(HELD === 0 ? "no_hint_known" : "no_hint_held");
    return { stages: [{ title: words("no_hint"), text, marks: [] }] };
  }
  // The last placement whose removal makes the position solvable again.
  for (let i = put.length - 1; i >= 0; i -= 1) {
    const kept = put.filter((_, at) => at < i);
    if (solutionsFrom([...givensOf(start), ...kept]).count > 0) return takeBack(put[i], 1);
  }
  return { stages: [{ title: words("no_hint"), text: words("dead_end"), marks: [] }] };
}

// A hint found by a search, for a position without an embedded solution.
/** @param {number[]} all @param {number[]} put */
function searched(all, put) {
  /** @param {number[]} held */
  const lookFrom = (held) => search(held, 1);
  const { solutions: [found], complete } = lookFrom(all);
  if (found) return revealed(found.filter((p) => !all.includes(p)));
  const given = all.slice(0, all.length - put.length);
  for (let i = complete ? put.length - 1 : -1; i >= 0; i -= 1) {
    if (lookFrom([...given, ...put.slice(0, i)]).solutions.length > 0) return takeBack(put[i], 1);
  }
  return { stages: [{ title: words("no_hint"), text: words("no_hint_known"), marks: [] }] };
}

/** @param {number} p @param {number} count */
function takeBack(p, count) {
  const title = words("wrong");
  const piece = called(PIECES[PLACEMENTS[p].piece]);
  const { cells } = PLACEMENTS[p];
  const first = count > 1 ? `${words("wrong_somewhere")} ${words("wrong_count", { count })}` : words("wrong_somewhere");
  return {
    stages: [
      { title, text: first, marks: [] },
      { title, text: words("wrong_look", { piece }), marks: cells },
      { title, text: words("wrong_take_back", { piece }), marks: cells, away: p },
    ],
  };
}

// The first step of the challenge's hints whose placement is not on the board, as a hint in stages.
/** @param {LevelStart} start @param {Set<number>} on */
function deduced(start, on) {
  const next = start.steps.find(({ placed }) => !on.has(placed));
  if (next === undefined) return null;
  const title = words(`technique_${DATA.techniques[next.by]}`);
  const last = next.stages.length - 1;
  const stages = next.stages.map((_, at) => {
    const shownText = next.stages.slice(0, at + 1).map(({ text }) => text).join(" ");
    const { marks, example, seen = [] } = next.stages[at];
    if (at === last) return { title, text: shownText, marks, example: next.placed, place: next.placed };
    return { title, text: shownText, marks: [...marks, ...seen], example };
  });
  return { stages };
}

/** @param {number[]} missing */
function revealed(missing) {
  if (missing.length === 0) return null;
  const [p] = [...missing].sort((a, b) => PLACEMENTS[a].first - PLACEMENTS[b].first);
  const { piece: index, cells, first } = PLACEMENTS[p];
  const piece = called(PIECES[index]);
  const title = words("begin_with");
  return {
    stages: [
      { title, text: words("begin_look"), marks: [first] },
      { title, text: words("begin_piece", { piece }), marks: [first] },
      { title, text: words("begin_place", { piece }), marks: cells, example: p, place: p },
    ],
  };
}
