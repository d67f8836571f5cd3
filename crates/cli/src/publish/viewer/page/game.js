// A game: what lies on the board, what may be put there, and how far it is to a solution.

// What can be played; the first is the puzzle as it is, of which hints may be told as well.
const STARTS = [
  {
    givens: [],
    steps: [],
    ...DATA.challenges.find(({ id }) => id === ""),
    id: "",
    name: DATA.givens.length > 0 || DATA.challenges.some(({ id, givens }) => id === "" && givens.length > 0) ? "The puzzle" : "The empty board",
  },
  ...DATA.challenges.filter(({ id }) => id !== "").map((challenge) => ({ ...challenge, name: challenge.id })),
];

const startOf = (id) => STARTS.find((one) => one.id === id) || STARTS[0];

// What was fixed beforehand, the puzzle's own givens first.
function givensOf(start) {
  return [...DATA.givens, ...start.givens.filter((p) => !DATA.givens.includes(p))];
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
  if (start.solution) {
    const right = new Set(start.solution);
    const wrong = put.filter((p) => !right.has(p));
    if (wrong.length > 0) return takeBack(wrong[wrong.length - 1], wrong.length);
    return deduced(start, new Set(all)) || revealed(start.solution.filter((p) => !all.includes(p)));
  }
  const step = deduced(start, new Set(all));
  if (step) return step;
  const { example } = goOnFrom(all);
  if (example !== null) return revealed(solution(example).filter((p) => !all.includes(p)));
  if (DATA.solutions.choice !== "all") {
    const text = HELD === 0 ? "No solution is held here, and no deduction applies."
      : "None of the solutions held here goes on from this; others may.";
    return { stages: [{ title: "No hint", text, marks: [] }] };
  }
  // The last that can be taken back so that it goes on.
  for (let i = put.length - 1; i >= 0; i -= 1) {
    const kept = put.filter((_, at) => at < i);
    if (goOnFrom([...givensOf(start), ...kept]).count > 0) return takeBack(put[i], 1);
  }
  return { stages: [{ title: "No hint", text: "There is no solution from here.", marks: [] }] };
}

function takeBack(p, count) {
  const more = count > 1 ? ` ${count} pieces are not where they belong.` : "";
  return {
    stages: [
      { title: "Something is wrong", text: `No solution holds all that lies on the board.${more}`, marks: [] },
      { title: "Something is wrong", text: `Look at ${PIECES[PLACEMENTS[p].piece].name}.`, marks: PLACEMENTS[p].cells },
      { title: "Something is wrong", text: `Take back ${PLACEMENTS[p].name}.`, marks: PLACEMENTS[p].cells, away: p },
    ],
  };
}

// The first step of the way of a person that places what is not on the board, stage by stage.
function deduced(start, on) {
  const next = start.steps.find(({ placed }) => !on.has(placed));
  if (next === undefined) return null;
  const name = DATA.techniques[next.by];
  const title = name[0].toUpperCase() + name.slice(1);
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
  const { piece, cells, name, first } = PLACEMENTS[p];
  return {
    stages: [
      { title: "A piece to begin with", text: `Look at the cell ${CELLS[first].name}.`, marks: [first] },
      { title: "A piece to begin with", text: `${PIECES[piece].name} covers the cell ${CELLS[first].name}.`, marks: [first] },
      { title: "A piece to begin with", text: `${name} is in a solution.`, marks: cells, example: p, place: p },
    ],
  };
}
