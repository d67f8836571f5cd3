// Playing: what is done to the board, and how far that is.

const game = {
  // What was done, to be undone: lists of placements.
  before: [],
  after: [],
  // The orientation in which each piece lies on the rack, and which one is chosen.
  orientation: PIECES.map(() => 0),
  chosen: null,
  // How far the hint is told, and for which position.
  hint: null,
  hints: 0,
  // Whether the board was solved a moment ago.
  fresh: false,
  // Whether to say how many solutions go on from here.
  counting: false,
};

const playStart = () => startOf(LEVEL);
const onBoard = () => [...givensOf(playStart()), ...state.put];

// Placements in a link may clash, or be given.
function playable(put) {
  const kept = [];
  for (const p of put) {
    const on = standing([...givensOf(playStart()), ...kept]);
    if (fits(on, p)) kept.push(p);
  }
  return kept;
}

// Changes what lies on the board, so that it can be undone.
function change(put) {
  game.before.push(state.put);
  game.after = [];
  settle(put);
}

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

// Keeps how far the level is.
function note() {
  const seconds = Math.floor(secondsPlayed());
  keep(LEVEL.key, { put: state.put.map((p) => PLACEMENTS[p].name), hints: game.hints, seconds });
}

// Keeps that the level is solved, with the best that was done: fewer hints, or as many in less time.
function finish() {
  const now = { hints: game.hints, seconds: Math.floor(secondsPlayed()) };
  const before = progressOf(LEVEL).solved;
  const better = !before || now.hints < before.hints || (now.hints === before.hints && now.seconds < before.seconds);
  if (better) keep(LEVEL.key, { solved: now });
  solvedDaily(LEVEL);
  tellAround("solved", now);
}

// How it was done; not known of a board that a link has filled.
function doneInWords() {
  const { put } = progressOf(LEVEL);
  const own = put.length === state.put.length && state.put.every((p) => put.includes(PLACEMENTS[p].name));
  return own ? resultInWords({ hints: game.hints, seconds: secondsPlayed() }) : words("solved");
}

function putDown(p) {
  game.chosen = null;
  change([...state.put, p]);
  const on = standing(onBoard());
  if (!solved(on)) announce(words("placed", { piece: PLACEMENTS[p].spoken, missing: missingInWords(on) }));
}

function takeUp(p) {
  game.orientation[PLACEMENTS[p].piece] = PLACEMENTS[p].orientation;
  game.chosen = PLACEMENTS[p].piece;
  change(state.put.filter((other) => other !== p));
  announce(words("on_rack", { piece: called(PIECES[PLACEMENTS[p].piece]) }));
}

function missingInWords(on) {
  const open = CELLS.filter(({ index }) => on.owner[index] < 0 && !OPTIONAL.has(index)).length;
  const short = PIECES.find((piece, p) => on.used[p] < piece.copies[0]);
  if (open === 0 && short) return words("full_but", { piece: called(short) });
  return words("missing", { cells: cellsInWords(open) });
}

function undo() {
  if (game.before.length === 0) return announce(words("nothing_to_undo"));
  game.after.push(state.put);
  settle(game.before.pop());
  return announce(words("undone", { missing: missingInWords(standing(onBoard())) }));
}

function redo() {
  if (game.after.length === 0) return announce(words("nothing_to_redo"));
  game.before.push(state.put);
  settle(game.after.pop());
  return announce(words("redone", { missing: missingInWords(standing(onBoard())) }));
}

// As if nothing had been done.
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

// Takes up a level where it was left, unless a link says what lies on its board.
function takeUpLevel(put) {
  forget();
  const { put: names, hints, seconds } = progressOf(LEVEL);
  const known = names.filter((name) => BY_NAME.has(name)).map((name) => BY_NAME.get(name));
  state.put = playable(put.length > 0 ? put : known);
  game.hints = hints;
  setClock(seconds);
  if (LEVEL.id !== "") wish({ last: LEVEL.key });
}

function begin(level) {
  LEVEL = level;
  takeUpLevel([]);
  update({ view: "play" });
  announce(`${levelInWords(level)}. ${missingInWords(standing(onBoard()))}`);
  tellAround("level");
}

// Takes everything back to begin once more; that it was solved stays known.
function beginAnew() {
  forget();
  setClock(0);
  state.put = [];
  note();
  windClock();
  show();
  announce(`${levelInWords(LEVEL)}. ${missingInWords(standing(onBoard()))}`);
}

// What a turn makes of the orientation of a piece; the same, if it may not.
function turnedTo(piece, orientation, turn, back) {
  const turned = PIECES[piece].orientations[orientation].turned[turn];
  return turned ? turned[back ? 1 : 0] : null;
}

const refusedInWords = (piece, turn) => words(`refused_${DATA.turns[turn].kind}`, { piece: called(PIECES[piece]) });

function turnPiece(piece, turn, back) {
  const next = turnedTo(piece, game.orientation[piece], turn, back);
  if (next === null) return announce(refusedInWords(piece, turn));
  game.orientation[piece] = next;
  show();
  return announce(words("way_of", { piece: called(PIECES[piece]), way: next + 1, ways: PIECES[piece].orientations.length }));
}

// Tells a stage more of the hint, or begins one.
function hint() {
  if (game.hint) return hintAt(Math.min(game.hint.stage + 1, game.hint.stages.length - 1));
  const next = nextHint(playStart(), state.put);
  if (next === null) return announce(words("nothing_to_hint"));
  game.hints += 1;
  note();
  game.hint = { ...next, stage: 0 };
  return hintAt(0);
}

function hintAt(stage) {
  game.hint.stage = stage;
  show();
  const { stages } = game.hint;
  announce(words("hint_spoken", { stage: stage + 1, stages: stages.length, title: stages[stage].title, text: stages[stage].text }));
}

// Does what the hint says.
function heed() {
  const { place: p, away } = game.hint.stages[game.hint.stage];
  if (away !== undefined) return takeUp(away);
  const on = standing(onBoard());
  if (fits(on, p)) return putDown(p);
  return announce(words("in_the_way"));
}
