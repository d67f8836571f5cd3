// Playing: moves on the board and progress.

/** @type {GameState} */
const game = {
  // The positions to undo and redo: lists of placements.
  before: [],
  after: [],
  // The orientation of each piece on the rack, and the chosen piece.
  orientation: PIECES.map(() => 0),
  chosen: null,
  // The current hint with its stage, and the number of hints used.
  hint: null,
  hints: 0,
  // Whether the last move solved the board.
  fresh: false,
  // Whether to show how many solutions continue the position.
  counting: false,
};

const playStart = () => startOf(LEVEL);
const onBoard = () => [...givensOf(playStart()), ...state.put];

// Those placements of a link that can be put on the board, one after another. Placements that conflict with a
// given or with an earlier one are dropped.
/** @param {number[]} put */
function playable(put) {
  /** @type {number[]} */
  const kept = [];
  for (const p of put) {
    const on = standing([...givensOf(playStart()), ...kept]);
    if (fits(on, p)) kept.push(p);
  }
  return kept;
}

// Changes the position. The change can be undone.
/** @param {number[]} put */
function change(put) {
  game.before.push(state.put);
  game.after = [];
  settle(put);
}

/** @param {number[]} put */
function settle(put) {
  const was = solved(standing(onBoard()));
  game.hint = null;
  hand.placement = null;
  state.put = put;
  const done = solved(standing(onBoard()));
  game.fresh = done && !was;
  windClock();
  note();
  if (game.fresh) finish();
  show();
  if (game.fresh) {
    announce(doneInWords());
    rejoice();
    byId("side").querySelector(".main")?.focus({ preventScroll: true });
  }
}

// Saves the progress of the level.
function note() {
  const seconds = Math.floor(secondsPlayed());
  keep(LEVEL.key, { put: state.put.map((p) => PLACEMENTS[p].name), hints: game.hints, seconds });
}

// Saves that the level is solved, with the best result: fewer hints, or equally many in less time.
function finish() {
  const now = { hints: game.hints, seconds: Math.floor(secondsPlayed()) };
  const before = progressOf(LEVEL).solved;
  const better = !before || now.hints < before.hints || (now.hints === before.hints && now.seconds < before.seconds);
  if (better) keep(LEVEL.key, { solved: now });
  solvedDaily(LEVEL);
  notifyParent("solved", now);
}

// The result in words; just "solved" if a link filled the board.
function doneInWords() {
  const { put } = progressOf(LEVEL);
  const own = put.length === state.put.length && state.put.every((p) => put.includes(PLACEMENTS[p].name));
  return own ? resultInWords({ hints: game.hints, seconds: secondsPlayed() }) : words("solved");
}

/** @param {number} p */
function putDown(p) {
  game.chosen = null;
  change([...state.put, p]);
  const on = standing(onBoard());
  if (!solved(on)) announce(words("placed", { piece: PLACEMENTS[p].spoken, missing: missingInWords(on) }));
}

/** @param {number} p */
function takeUp(p) {
  game.orientation[PLACEMENTS[p].piece] = PLACEMENTS[p].orientation;
  game.chosen = PLACEMENTS[p].piece;
  change(state.put.filter((other) => other !== p));
  announce(words("on_rack", { piece: called(PIECES[PLACEMENTS[p].piece]) }));
}

/** @param {Position} on */
function missingInWords(on) {
  const open = CELLS.filter(({ index }) => on.owner[index] < 0 && !OPTIONAL.has(index)).length;
  const short = PIECES.find((piece, p) => on.used[p] < piece.copies[0]);
  if (open === 0 && short) return words("full_but", { piece: called(short) });
  return words("missing", { cells: cellsInWords(open) });
}

function undo() {
  const put = game.before.pop();
  if (put === undefined) return announce(words("nothing_to_undo"));
  game.after.push(state.put);
  settle(put);
  return announce(words("undone", { missing: missingInWords(standing(onBoard())) }));
}

function redo() {
  const put = game.after.pop();
  if (put === undefined) return announce(words("nothing_to_redo"));
  game.before.push(state.put);
  settle(put);
  return announce(words("redone", { missing: missingInWords(standing(onBoard())) }));
}

// Forgets the moves to undo and redo, the hints, and what the player holds or has chosen.
function forget() {
  game.before = [];
  game.after = [];
  game.hints = 0;
  game.hint = null;
  game.chosen = null;
  game.fresh = false;
  hand.placement = null;
  hand.cursor = null;
}

// Resumes a level with its saved position, unless a link gives one.
/** @param {number[]} put */
function takeUpLevel(put) {
  forget();
  const { put: names, hints, seconds } = progressOf(LEVEL);
  const known = names.flatMap((name) => BY_NAME.get(name) ?? []);
  state.put = playable(put.length > 0 ? put : known);
  game.hints = hints;
  setClock(seconds);
  if (LEVEL.id !== "") saveSettings({ last: LEVEL.key });
}

/** @param {Level} level */
function begin(level) {
  LEVEL = level;
  takeUpLevel([]);
  update({ view: "play" });
  announce(`${levelInWords(level)}. ${missingInWords(standing(onBoard()))}`);
  notifyParent("level");
}

// Empties the board to start again; the level stays marked as solved.
function beginAnew() {
  forget();
  setClock(0);
  state.put = [];
  note();
  windClock();
  show();
  announce(`${levelInWords(LEVEL)}. ${missingInWords(standing(onBoard()))}`);
}

// The orientation after a turn of a piece; null if the piece may not be turned this way.
/** @param {number} piece @param {number} orientation @param {number} turn @param {boolean} back */
function turnedTo(piece, orientation, turn, back) {
  const turned = PIECES[piece].orientations[orientation].turned[turn];
  return turned ? turned[back ? 1 : 0] : null;
}

/** @type {(piece: number, turn: number) => string} */
const refusedInWords = (piece, turn) => words(`refused_${DATA.turns[turn].kind}`, { piece: called(PIECES[piece]) });

/** @param {number} piece @param {number} turn @param {boolean} back */
function turnPiece(piece, turn, back) {
  const next = turnedTo(piece, game.orientation[piece], turn, back);
  if (next === null) return announce(refusedInWords(piece, turn));
  game.orientation[piece] = next;
  show();
  return announce(words("way_of", { piece: called(PIECES[piece]), way: next + 1, ways: PIECES[piece].orientations.length }));
}

// Shows the next stage of the hint, or the first stage of a new one.
function hint() {
  if (game.hint) return hintAt(game.hint, Math.min(game.hint.stage + 1, game.hint.stages.length - 1));
  const next = nextHint(playStart(), state.put);
  if (next === null) return announce(words("nothing_to_hint"));
  game.hints += 1;
  note();
  game.hint = { ...next, stage: 0 };
  return hintAt(game.hint, 0);
}

function closeHint() {
  game.hint = null;
  show();
  byId("under").querySelector('[data-key="hint"]')?.focus({ preventScroll: true });
}

/** @param {Hint & { stage: number }} shown @param {number} stage */
function hintAt(shown, stage) {
  Object.assign(shown, { stage });
  show();
  const { stages } = shown;
  announce(words("hint_spoken", { stage: stage + 1, stages: stages.length, title: stages[stage].title, text: stages[stage].text }));
}

// Puts down or takes away the placement that the hint suggests.
/** @param {HintStage} stage */
function heed({ place: p, away }) {
  if (away !== undefined) return takeUp(away);
  const on = standing(onBoard());
  if (p !== undefined && fits(on, p)) return putDown(p);
  return announce(words("in_the_way"));
}
