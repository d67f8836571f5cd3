// Playing: the rack, what lies on the board, hints.

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
  // Whether to say how many solutions go on from here.
  counting: false,
};

const playStart = () => startOf(state.challenge);
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
  game.hint = null;
  hand.placement = null;
  update({ put });
  const on = standing(onBoard());
  if (solved(on)) announce(solvedInWords());
}

// A game that a link began is not known.
const solvedInWords = () => game.before.length === 0 ? "Solved!" : `Solved ${game.hints === 0 ? "without a hint" : `with ${counted(game.hints, "hint")}`}!`;

function putDown(p) {
  game.chosen = null;
  change([...state.put, p]);
  const on = standing(onBoard());
  if (!solved(on)) announce(`${PLACEMENTS[p].name} placed. ${missingInWords(on)}`);
}

function takeUp(p) {
  game.orientation[PLACEMENTS[p].piece] = PLACEMENTS[p].orientation;
  game.chosen = PLACEMENTS[p].piece;
  change(state.put.filter((other) => other !== p));
  announce(`${PIECES[PLACEMENTS[p].piece].name} is back on the rack.`);
}

function missingInWords(on) {
  const open = CELLS.filter(({ index }) => on.owner[index] < 0 && !OPTIONAL.has(index)).length;
  const short = PIECES.find((piece, p) => on.used[p] < piece.copies[0]);
  if (open === 0 && short) return `The board is full, but ${short.name} must be on it.`;
  return `${counted(open, "cell").replace(/cells?$/, DATA.cell_names[open === 1 ? 0 : 1])} left to fill.`;
}

function undo() {
  if (game.before.length === 0) return announce("There is nothing to undo.");
  game.after.push(state.put);
  settle(game.before.pop());
  return announce(`Undone. ${missingInWords(standing(onBoard()))}`);
}

function redo() {
  if (game.after.length === 0) return announce("There is nothing to do again.");
  game.before.push(state.put);
  settle(game.after.pop());
  return announce(`Done again. ${missingInWords(standing(onBoard()))}`);
}

// As if nothing had been done.
function forget() {
  game.before = [];
  game.after = [];
  game.hints = 0;
  game.hint = null;
  game.chosen = null;
  hand.placement = null;
  hand.cursor = null;
}

function begin(id) {
  forget();
  update({ challenge: id, put: [] });
  announce(`${startOf(id).name}. ${missingInWords(standing(onBoard()))}`);
}

// What a turn makes of the orientation of a piece; the same, if it may not.
function turnedTo(piece, orientation, turn, back) {
  const turned = PIECES[piece].orientations[orientation].turned[turn];
  return turned ? turned[back ? 1 : 0] : null;
}

function turnPiece(piece, turn, back) {
  const next = turnedTo(piece, game.orientation[piece], turn, back);
  if (next === null) return announce(`${PIECES[piece].name} ${DATA.turns[turn].refused}.`);
  game.orientation[piece] = next;
  show();
  return announce(`${PIECES[piece].name}: way ${next + 1} of ${PIECES[piece].orientations.length}.`);
}

// Tells a stage more of the hint, or begins one.
function hint() {
  if (game.hint) return hintAt(Math.min(game.hint.stage + 1, game.hint.stages.length - 1));
  const next = nextHint(playStart(), state.put);
  if (next === null) return announce("There is nothing to hint at.");
  game.hints += 1;
  game.hint = { ...next, stage: 0 };
  return hintAt(0);
}

function hintAt(stage) {
  game.hint.stage = stage;
  show();
  const { stages } = game.hint;
  announce(`Hint, ${stage + 1} of ${stages.length}. ${stages[stage].title}: ${stages[stage].text}`);
}

// Does what the hint says.
function heed() {
  const { place: p, away } = game.hint.stages[game.hint.stage];
  if (away !== undefined) return takeUp(away);
  const on = standing(onBoard());
  if (fits(on, p)) return putDown(p);
  return announce("Something is in the way.");
}

function playBoard() {
  const board = byId("board");
  const start = playStart();
  const given = new Set(givensOf(start));
  const all = onBoard();
  attribute(board, {
    role: "application", tabindex: "0", "aria-label": `The board. ${missingInWords(standing(all))}`,
    "aria-roledescription": "board", "aria-describedby": "hands",
  });
  group(board, "heat").replaceChildren();
  group(board, "pieces").replaceChildren(...all.map((p) => {
    const piece = lying(p, { "data-put": given.has(p) ? null : p, "data-placement": PLACEMENTS[p].name }, { given: given.has(p) });
    if (given.has(p)) piece.classList.add("given");
    if (p === hand.cursor) piece.classList.add("kept");
    piece.append(draw("title", {}, given.has(p) ? `${PLACEMENTS[p].name}, given` : PLACEMENTS[p].name));
    return piece;
  }));
  const { marks = [], example } = game.hint ? game.hint.stages[game.hint.stage] : {};
  group(board, "marks").replaceChildren(
    ...(example === undefined || clashesAny(example, all) ? [] : [lying(example, { class: "piece example" })]),
    areas(marks, { class: "mark" }),
  );
  handOnBoard();
  if (DATA.solid) {
    const shown = hand.placement === null ? all : [...all.filter((p) => !clash(p, hand.placement)), hand.placement];
    cornerOfBoard(byId("corner"), shown);
  }
}

const clashesAny = (p, others) => others.some((other) => clash(p, other));

const clash = (a, b) => PLACEMENTS[a].cells.some((cell) => PLACEMENTS[b].cells.includes(cell));

// Pieces on the rack are smaller on telephones.
const narrow = matchMedia("(max-width: 760px)");

function rackItem(piece, on) {
  const { name, copies, orientations } = PIECES[piece];
  const size = (orientations[0].body || orientations[0].cells).length;
  const left = copiesLeft(on, piece);
  const chosen = game.chosen === piece;
  const several = copies[1] > 1;
  return make("button", {
    type: "button", class: "rack-piece", "data-key": `rack-${piece}`, "data-piece": piece, disabled: left <= 0,
    "aria-pressed": String(chosen),
    "aria-label": `${name}, ${size} ${DATA.cell_names[size === 1 ? 0 : 1]}${several ? `, ${left} left` : ""}, way ${game.orientation[piece] + 1} of ${orientations.length}`,
    // A press of a screen reader; those of the pointer and the keyboard are heard elsewhere.
    on: { click: (event) => { if (event.detail === 0) pickUp(piece); } },
  }, icon(piece, game.orientation[piece], narrow.matches ? 1.5 : 2.2), several ? make("span", { class: "badge-count" }, `×${left}`) : null);
}

function playUnder() {
  const on = standing(onBoard());
  const solid = DATA.solid;
  const items = PIECES.map((_, piece) => piece).filter((piece) => copiesLeft(on, piece) > 0).map((piece) => rackItem(piece, on));
  const stop = Math.max(0, items.findIndex((item) => item.dataset.key === playUnder.stop));
  roving(items, stop);
  const turns = DATA.turns
    .map((turn, t) => ({ turn, t }))
    .filter(({ t }) => PIECES.some(({ orientations }) => orientations.some(({ turned }) => turned[t] !== null)))
    .map(({ turn, t }) => button(turn.name, () => turnInHand(t, false), {
      "data-key": `do-${turn.key}`, "aria-keyshortcuts": turn.key, title: `${turn.name} (${turn.key})`,
    }));
  return [
    make("div", { class: "row", role: "toolbar", "aria-label": "Moves" },
      turns,
      button("Undo", undo, { "data-key": "undo", disabled: game.before.length === 0, title: "Undo (U)" }),
      button("Again", redo, { "data-key": "redo", disabled: game.after.length === 0, title: "Do again (Shift+U)" }),
      button("Hint", hint, { "data-key": "hint", class: "main", title: "Hint (H)", disabled: solved(on) })),
    hintCard(),
    make("div", { class: `rack${solid ? " solid" : ""}`, role: "group", "aria-label": "Pieces to be placed", id: "rack" },
      items.length > 0 ? items : make("p", { class: "quiet" }, solved(on) ? "All done." : "No piece is left.")),
    make("p", { class: "quiet", id: "hands" }, "Drag a piece to the board, or choose one and press Enter: then the arrow keys move it, Enter puts it down, Escape takes it back."),
  ];
}

// Goes to a card of the deck.
function deal(card) {
  location.hash = `#play&card=${encodeURIComponent(card.id)}`;
}

// The choice of a card, if the page is a deck.
function cardChoice(label) {
  if (!DECK) return null;
  return make("select", {
    "data-key": "card", "aria-label": "Card", on: { change: (event) => deal(DECK[event.target.selectedIndex]) },
  }, DECK.map((card) => make("option", { value: card.id, selected: card === CARD }, label(card))));
}

function playOver() {
  const start = playStart();
  const on = standing(onBoard());
  const label = (one) => {
    const grade = one.grade ? `: ${one.grade[0]} ${one.grade[1].toFixed(1)}` : "";
    return `${one.name}${grade}`;
  };
  const choose = make("select", {
    "data-key": "challenge", "aria-label": "Challenge", on: { change: (event) => begin(event.target.value) },
  }, STARTS.map((one) => make("option", { value: one.id, selected: one.id === start.id }, label(one))));
  const done = solved(on);
  const next = STARTS[STARTS.indexOf(start) + 1];
  const card = DECK && DECK[DECK.indexOf(CARD) + 1];
  return [make("div", { class: "row" },
    cardChoice((one) => label({ ...one, name: one.board ? `${one.id} · ${one.board}` : one.id })),
    STARTS.length > 1 ? choose : null,
    make("p", { class: "count", id: "progress" }, done ? solvedInWords() : missingInWords(on)),
    done && next ? button("Next challenge", () => begin(next.id), { "data-key": "next-challenge", class: "main" }) : null,
    done && card ? button("Next card", () => deal(card), { "data-key": "next-card", class: "main" }) : null,
    button("Begin anew", () => begin(start.id), { "data-key": "anew", disabled: state.put.length === 0 }))];
}

function playSide() {
  const on = standing(onBoard());
  return [placesCard(on), countCard(on), laidCard(playStart())];
}

function hintCard() {
  if (!game.hint) return null;
  const { stages, stage } = game.hint;
  const { title, text, place: p, away } = stages[stage];
  // Where the piece is told.
  const skip = stages.length - 2;
  const acts = p !== undefined || away !== undefined;
  return make("section", { class: "card hint", "aria-label": "Hint" },
    make("h2", {}, title),
    make("p", { id: "hint" }, text),
    make("div", { class: "row" },
      stage + 1 < stages.length ? button("Tell me more", hint, { "data-key": "more-hint" }) : null,
      skip > stage ? button("Skip to the piece", () => hintAt(skip), { "data-key": "skip-hint" }) : null,
      acts ? button("Do it", heed, { "data-key": "heed", class: "main" }) : null,
      make("span", { class: "quiet" }, `${stage + 1} of ${stages.length}`)));
}

// Where the chosen piece fits, as a list for those who do not drag.
function placesCard(on) {
  const piece = game.chosen ?? (hand.placement === null ? null : PLACEMENTS[hand.placement].piece);
  if (piece === null) return null;
  const MOST = 60;
  const places = OF_PIECE[piece].filter((p) => fits(on, p));
  const open = placesCard.open === true;
  return make("details", { class: "card", open, on: { toggle: (event) => { placesCard.open = event.target.open; } } },
    make("summary", {}, `${PIECES[piece].name} fits in ${counted(places.length, "place")}`),
    make("ul", { class: "placements" }, places.slice(0, MOST).map((p) => make("li", {}, make("button", {
      type: "button", class: "placement", "data-key": `place-${p}`,
      on: {
        click: () => putDown(p),
        pointerenter: () => preview(p),
        focus: () => preview(p),
        pointerleave: () => preview(null),
        blur: () => preview(null),
      },
    }, make("span", { class: "what" }, PLACEMENTS[p].name))))),
    places.length > MOST ? make("p", { class: "quiet" }, `and ${places.length - MOST} more`) : null);
}

function countCard() {
  if (HELD === 0) return null;
  const box = make("input", {
    type: "checkbox", id: "counting", "data-key": "counting", checked: game.counting,
    on: {
      change: (event) => {
        game.counting = event.target.checked;
        show();
      },
    },
  });
  box.checked = game.counting;
  let words = null;
  if (game.counting) {
    const { count } = goOnFrom(onBoard());
    const all = DATA.solutions.choice === "all";
    words = all ? `${counted(count, "solution")} of ${grouped(HELD)} from here.`
      : `${grouped(count)} of the ${grouped(HELD)} solutions held here go on from here.`;
  }
  return make("section", { class: "card", "aria-label": "Solutions" },
    make("label", {}, box, "Say how many solutions are left"),
    words ? make("p", { class: "count", id: "goes-on" }, words) : null);
}

function laidCard(start) {
  const rows = state.put.map((p, i) => make("li", {},
    make("span", { class: "placement" },
      make("span", { class: "swatch", "aria-hidden": "true", style: `background:${PIECES[PLACEMENTS[p].piece].color};color:${PIECES[PLACEMENTS[p].piece].ink}` }, PIECES[PLACEMENTS[p].piece].label),
      make("span", { class: "what" }, PLACEMENTS[p].name)),
    button("back", () => takeUp(p), { class: "not", "data-key": `back-${i}`, "aria-label": `take ${PLACEMENTS[p].name} back` })));
  const given = givensOf(start);
  const { owner } = standing(onBoard());
  const open = CELLS.filter(({ index }) => owner[index] < 0);
  return make("details", { class: "card", open: laidCard.open === true, on: { toggle: (event) => { laidCard.open = event.target.open; } } },
    make("summary", {}, `On the board: ${given.length} given, ${rows.length} placed`),
    given.length > 0 ? make("p", { class: "quiet" }, `Given: ${given.map((p) => PLACEMENTS[p].name).join(", ")}`) : null,
    make("ul", { class: "placements" }, rows),
    open.length > 0 ? make("p", { class: "quiet" }, `Open: ${open.map(({ name }) => name).join(" ")}`) : null);
}

const PLAY = {
  id: "play",
  name: "Play",
  board: playBoard,
  over: playOver,
  under: playUnder,
  side: playSide,
  keys: (event) => handKeys(event),
  help: [
    ["Arrow keys on the rack", "go from piece to piece"],
    ["Enter on a piece", "takes it to the board"],
    ["Arrow keys on the board", "move the piece; with nothing in hand, go from piece to piece"],
    ...(BOARD.layers.length > 1 ? [["Page Up, Page Down", "a layer up, a layer down"]] : []),
    ...DATA.turns.map((turn) => [`${turn.key}, Shift+${turn.key}`, `${turn.name.toLowerCase()}, and back`]),
    ["N, Shift+N", "to the next place where it fits, the one before"],
    ["Enter", "puts it down; with nothing in hand, takes up the piece under the cursor"],
    ["Escape", "takes it back to the rack"],
    ["H", "a hint, and then more of it"],
    ["U, Shift+U", "undo, do again"],
  ],
};
