// A game: what lies on the board, what may be put there, and how far it is to a solution.

// What is given of a level, and what is known of its solution.
function startOf(level) {
  const posed = level.challenge === undefined ? {} : DATA.challenges[level.challenge];
  return { givens: [], steps: [], right: null, ...posed };
}

// What was fixed beforehand, the puzzle's own givens first.
function givensOf(start) {
  return [...DATA.givens, ...start.givens.filter((p) => !DATA.givens.includes(p))];
}

// A hash of a placement (FNV-1a, 32 bits), so that nobody reads a solution in passing.
function hashed(salt, placement) {
  let hash = 0x811c9dc5;
  for (const number of [salt, placement]) {
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((number >>> shift) & 255), 0x01000193) >>> 0;
  }
  return hash;
}

// The placements of the solution of a level; null if there are several, or none is known.
function solutionOf(start) {
  if (start.right === null) return null;
  const [salt, ...hashes] = start.right;
  const right = new Set(hashes);
  return PLACEMENTS.map(({ index }) => index).filter((p) => right.has(hashed(salt, p)));
}

// The board with some placements on it.
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

const copiesLeft = (on, piece) => PIECES[piece].copies[1] - on.used[piece];

// The first placement that is in the way of another; null if there is none.
function inTheWay(on, p) {
  const { cells, through } = PLACEMENTS[p];
  for (const cell of cells) if (on.owner[cell] >= 0) return on.owner[cell];
  for (const vertex of through) if (on.through.has(vertex)) return on.through.get(vertex);
  return clashInColor(on, p);
}

// The first placement beside another that has a colour there which may not meet its own; null if there is none.
function clashInColor(on, p) {
  const meets = DATA.colors?.meets;
  if (!meets) return null;
  for (const [cell, color] of PLACEMENTS[p].tints) {
    for (const near of DATA.colors.near[cell]) {
      const other = on.owner[near];
      const beside = other < 0 || other === p ? undefined : PLACEMENTS[other].tints.get(near);
      if (beside !== undefined && !meets[color][beside]) return other;
    }
  }
  return null;
}

const fits = (on, p) => copiesLeft(on, PLACEMENTS[p].piece) > 0 && inTheWay(on, p) === null;

function solved(on) {
  return CELLS.every(({ index }) => on.owner[index] >= 0 || OPTIONAL.has(index))
    && PIECES.every((piece, p) => on.used[p] >= piece.copies[0] && on.used[p] <= piece.copies[1]);
}

// How many of the solutions held have all that lies on the board.
function goOnFrom(placements) {
  const wanted = new Set(placements);
  let count = 0;
  let example = null;
  for (let n = 0; n < HELD; n += 1) {
    let found = 0;
    for (let i = n * SIZE; i < (n + 1) * SIZE; i += 1) if (wanted.has(PACKED[i])) found += 1;
    if (found === wanted.size) {
      count += 1;
      if (example === null) example = n;
    }
  }
  return { count, example };
}

// The next hint, in stages: each has words, the cells it is about, and what it would place or
// take away. Null if all is done.
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
  const { example } = goOnFrom(all);
  if (example !== null) return revealed(solution(example).filter((p) => !all.includes(p)));
  if (LEVEL.open) return searched(all, put);
  if (DATA.solutions.choice !== "all") {
    const text = words(HELD === 0 ? "no_hint_known" : "no_hint_held");
    return { stages: [{ title: words("no_hint"), text, marks: [] }] };
  }
  // The last that can be taken back so that it goes on.
  for (let i = put.length - 1; i >= 0; i -= 1) {
    const kept = put.filter((_, at) => at < i);
    if (goOnFrom([...givensOf(start), ...kept]).count > 0) return takeBack(put[i], 1);
  }
  return { stages: [{ title: words("no_hint"), text: words("dead_end"), marks: [] }] };
}

// The hint that a search gives from a position of which no solution is held.
function searched(all, put) {
  const lookFrom = (held) => search(held, 1);
  const { solutions: [found], complete } = lookFrom(all);
  if (found) return revealed(found.filter((p) => !all.includes(p)));
  const given = all.slice(0, all.length - put.length);
  for (let i = put.length - 1; complete && i >= 0; i -= 1) {
    if (lookFrom([...given, ...put.slice(0, i)]).solutions.length > 0) return takeBack(put[i], 1);
  }
  return { stages: [{ title: words("no_hint"), text: words("no_hint_known"), marks: [] }] };
}

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

// The first step of the way of a person that places what is not on the board, stage by stage.
function deduced(start, on) {
  const next = start.steps.find(({ placed }) => !on.has(placed));
  if (next === undefined) return null;
  const title = words(`technique_${DATA.techniques[next.by]}`);
  const last = next.stages.length - 1;
  const stages = next.stages.map((_, at) => {
    const told = next.stages.slice(0, at + 1).map(({ text }) => text).join(" ");
    const { marks, example, seen = [] } = next.stages[at];
    if (at === last) return { title, text: told, marks, example: next.placed, place: next.placed };
    return { title, text: told, marks: [...marks, ...seen], example };
  });
  return { stages };
}

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
