// The playing table: the level, the board, the rack next to it, and the hint.

function playBoard() {
  const board = byId("board");
  const start = playStart();
  const given = new Set(givensOf(start));
  const all = onBoard();
  attribute(board, {
    role: "application", tabindex: "0", "aria-label": words("board_missing", { missing: missingInWords(standing(all)) }),
    "aria-roledescription": words("board"), "aria-describedby": "hands",
  });
  fill(group(board, "heat"));
  fill(group(board, "pieces"), ...all.map((p) => {
    const piece = lying(p, { "data-put": given.has(p) ? null : p, "data-placement": PLACEMENTS[p].name }, { given: given.has(p) });
    if (given.has(p)) piece.classList.add("given");
    if (p === hand.cursor) piece.classList.add("kept");
    const name = called(PIECES[PLACEMENTS[p].piece]);
    include(piece, draw("title", {}, given.has(p) ? words("given", { piece: name }) : name));
    return piece;
  }));
  const { marks = [], example } = game.hint ? game.hint.stages[game.hint.stage] : {};
  fill(group(board, "marks"),
    ...(example === undefined || clashesAny(example, all) ? [] : [lying(example, { class: "piece example" })]),
    areas(marks, { class: "mark" }),
  );
  handOnBoard();
  if (DATA.solid) {
    const held = hand.placement;
    const shown = held === null ? all : [...all.filter((p) => !clash(p, held)), held];
    cornerOfBoard(byId("corner"), shown);
  }
}

/** @type {(p: number, others: number[]) => boolean} */
const clashesAny = (p, others) => others.some((other) => clash(p, other));

/** @type {(a: number, b: number) => boolean} */
const clash = (a, b) => PLACEMENTS[a].cells.some((cell) => PLACEMENTS[b].cells.includes(cell));

const narrow = matchMedia("(max-width: 760px)");

// The width and the height of each piece as it lies on the rack at first.
/** @type {Point[] | undefined} */
let rackSizes;

// The greatest height that the rack may have, in pixels. On a phone it is the height left in the window
// below the board and the buttons. Otherwise it is at most 62 % of the window, with room for the cards
// below.
function rackRoom() {
  const top = narrow.matches ? byId("stage").getBoundingClientRect().bottom : byId("view").getBoundingClientRect().top;
  const left = innerHeight - (top + scrollY);
  return narrow.matches ? left - 1.3 * fontSize() : Math.min(0.62 * innerHeight, left - 9 * fontSize());
}

const fontSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

// The height in pixels of a rack with pieces of these sizes; infinite if a piece is too wide for the
// rack in some orientation.
/** @param {Point[]} sizes @param {number} width @param {number} scale */
function rackHeightAt(sizes, width, scale) {
  // In pixels: the margins and borders of a piece together, and the gap between two pieces.
  const [around, gap] = [0.7 * fontSize() + 4, 0.5 * fontSize()];
  let [height, row, used] = [0, 0, 0];
  for (const size of sizes) {
    const [across, down] = size.map((length) => length * scale + around);
    if (Math.max(across, down) > width) return Infinity;
    if (used > 0 && used + gap + across > width) {
      height += row + gap;
      row = used = 0;
    }
    used += (used > 0 ? gap : 0) + across;
    row = Math.max(row, down);
  }
  return height + row;
}

// The greatest height in pixels that the rack reaches while pieces are taken from it. Taking a piece can
// make the rack higher, because a high piece may move to another row. Only sets of the first ten pieces
// are tried.
/** @param {Point[]} sizes @param {number} width @param {number} scale */
function greatestRackHeight(sizes, width, scale) {
  const most = Math.min(sizes.length, 10);
  let height = 0;
  for (let taken = 0; taken < 2 ** most; taken += 1) {
    const left = sizes.filter((_, at) => at >= most || (taken >> at) % 2 === 0);
    height = Math.max(height, rackHeightAt(left, width, scale));
  }
  return height;
}

// The height in pixels to reserve for the rack, with its padding: it is enough while pieces are taken
// from the rack.
let rackReserve = 0;

// The scale of all pieces on the rack: the length of a tenth of a cell's edge, in pixels at the usual
// font size. It is 70 % of the board's scale, or less if the pieces do not fit. It is not below a
// minimum, unless a piece is wider than the rack. All pieces that are not given count, so the scale
// stays the same when a piece leaves the rack.
function rackScale() {
  const usual = fontSize() / 16;
  rackSizes ??= PIECES.map((_, piece) => {
    const { width, height } = icon(piece, 0).viewBox.baseVal;
    return [width, height];
  });
  const start = standing(givensOf(playStart()));
  const sizes = rackSizes.filter((_, piece) => copiesLeft(start, piece) > 0);
  const padding = (narrow.matches ? 0.8 : 1.4) * fontSize();
  const [width, height] = [byId("side").clientWidth - padding, rackRoom() - padding];
  const most = 0.7 * (byId("board").getScreenCTM()?.a ?? 2);
  const least = narrow.matches ? 1.5 : sizes.length > 16 ? 1.6 : 2.1;
  let scale = Math.max(most, least);
  while (scale > least && rackHeightAt(sizes, width, scale) > height) scale -= 0.1;
  scale = Math.max(scale, least);
  // If a piece is wider than the rack, all pieces are drawn smaller.
  while (scale > 0.2 && rackHeightAt(sizes, width, scale) === Infinity) scale -= 0.1;
  rackReserve = greatestRackHeight(sizes, width, scale) + padding;
  return scale / usual;
}

/** @param {number} piece @param {Position} on @param {number} scale */
function rackItem(piece, on, scale) {
  const { copies, orientations, label: mark } = PIECES[piece];
  const size = (orientations[0].body || orientations[0].cells).length;
  const left = copiesLeft(on, piece);
  const several = copies[1] > 1;
  const label = [
    called(PIECES[piece]), cellsInWords(size), several ? words("copies_left", { count: left }) : null,
    words("way", { way: game.orientation[piece] + 1, ways: orientations.length }),
    // For voice control, the accessible name contains the visible label.
    [...mark].length > 1 && mark !== called(PIECES[piece]) ? mark : null,
  ];
  return make("button", {
    type: "button", class: "rack-piece", "data-key": `rack-${piece}`, "data-piece": piece, disabled: left <= 0,
    "aria-pressed": String(game.chosen === piece),
    "aria-label": label.filter(Boolean).join(", "),
    // Handles only clicks by a screen reader. Pointer and keyboard events are handled elsewhere.
    on: { click: (event) => { if (event.detail === 0) pickUp(piece); } },
  }, icon(piece, game.orientation[piece], scale), several ? make("span", { class: "badge-count" }, `×${left}`) : null);
}

// The `data-key` of the piece that has the focus when the player tabs to the rack.
let rackStop = "";

/** @param {Position} on */
function rackCard(on) {
  const there = PIECES.map((_, piece) => piece).filter((piece) => copiesLeft(on, piece) > 0);
  const scale = rackScale();
  const items = there.map((piece) => rackItem(piece, on, scale));
  const stop = Math.max(0, items.findIndex((item) => item.dataset.key === rackStop));
  roving(items, stop);
  return make("div", { class: "rack", role: "group", "aria-label": words("rack"), id: "rack" },
    items.length > 0 ? items : make("p", { class: "quiet" }, words("rack_empty")));
}

function playUnder() {
  const on = standing(onBoard());
  const turns = DATA.turns
    .map((turn, t) => ({ turn, t }))
    .filter(({ t }) => PIECES.some(({ orientations }) => orientations.some(({ turned }) => turned[t] !== null)))
    .map(({ turn, t }) => button(words(turn.kind), () => turnInHand(t, false), {
      "data-key": `do-${turn.key}`, "aria-keyshortcuts": turn.key, title: `${words(turn.kind)} (${turn.key})`,
    }));
  return [
    make("div", { class: "row", role: "toolbar", "aria-label": words("moves") },
      turns,
      button(words("undo"), undo, { "data-key": "undo", disabled: game.before.length === 0, "aria-keyshortcuts": "Control+Z", title: `${words("undo")} (Ctrl+Z)` }),
      button(words("redo"), redo, { "data-key": "redo", disabled: game.after.length === 0, "aria-keyshortcuts": "Control+Y", title: `${words("redo")} (Ctrl+Y)` }),
      button(words("begin_anew"), beginAnew, { "data-key": "anew", disabled: state.put.length === 0 }),
      button(words("hint"), hint, { "data-key": "hint", class: "main", "aria-keyshortcuts": "H", title: `${words("hint")} (H)`, disabled: solved(on) })),
    make("p", { class: "quiet", id: "hands" }, words("how_to_place")),
  ];
}

function playOver() {
  const on = standing(onBoard());
  const done = solved(on);
  // For a solved board the word "Solved" is enough, because the card next to the board has the details.
  const progress = done ? words("solved") : missingInWords(on);
  const at = NUMBERED.indexOf(LEVEL);
  /** @type {(level: Level | undefined, name: TextName, key: "previous" | "next") => Child} */
  const stepButton = (level, name, key) => button(key === "previous" ? "‹" : "›", () => { if (level) goTo(level); }, {
    "data-key": `${key}-level`, class: "step", "aria-label": words(name), title: words(name), disabled: !level,
  });
  const title = make("h2", { id: "level", title: levelInWords(LEVEL) }, levelName(LEVEL),
    LEVEL.grade ? make("span", { class: "quiet" }, ` ${gradeInWords(LEVEL)} ${decimal(LEVEL.grade[1])}`) : null,
    isSolved(LEVEL) ? make("span", { class: "tick", role: "img", "aria-label": words("state_solved") }, "✓") : null);
  return [make("div", { class: "row level-bar" },
    LEVELS.length > 1 ? button(words("levels"), chooseLevel, { "data-key": "levels", "aria-haspopup": "dialog" }) : null,
    NUMBERED.length > 1 ? stepButton(NUMBERED[at - 1], "previous_level", "previous") : null,
    title,
    NUMBERED.length > 1 ? stepButton(NUMBERED[at + 1], "next_level", "next") : null,
    make("p", { class: "count", id: "progress", title: progress }, progress),
    isTimed() ? make("span", { id: "timer", role: "timer", "aria-label": words("time") }, timeInWords(secondsPlayed())) : null)];
}

function playSide() {
  const on = standing(onBoard());
  const done = solved(on);
  const content = done ? resultCard() : rackCard(on);
  // The element around the rack keeps its height, so nothing below it moves when pieces leave the rack.
  const place = make("div", { class: "rack-place", style: `min-height:max(12rem,${Math.max(rackHeight, rackReserve)}px)` }, content);
  return [place, hintCard(), wordsCard(on), settingsCard()];
}

// The greatest height that the rack has had at its current width, in pixels.
let rackHeight = 0;
// The current width of the rack, in pixels.
let rackWidth = 0;

function measureRack() {
  const { height, width } = byId("rack")?.getBoundingClientRect() ?? {};
  if (height === undefined || width === undefined) return;
  rackHeight = width === rackWidth ? Math.max(rackHeight, height) : height;
  rackWidth = width;
}

// The card shown when a level is solved: the result, and what to play next.
function resultCard() {
  const next = levelAfter(LEVEL);
  const all = NUMBERED.length > 1 && NUMBERED.every(isSolved);
  const days = streak();
  return make("section", { class: "card result", "aria-label": words("result") },
    make("p", { class: "solved-mark", "aria-hidden": "true" }, "★"),
    make("p", { class: "count" }, doneInWords()),
    all ? make("p", {}, words("all_solved")) : null,
    days > 1 && dailyLevel(today()) === LEVEL ? make("p", {}, words("streak", { count: days })) : null,
    make("div", { class: "row" },
      next ? button(words("next_level"), () => goTo(next), { "data-key": "next-challenge", class: "main" }) : null,
      button(words("share"), share, { "data-key": "share" }),
      next ? null : button(words("begin_anew"), beginAnew, { "data-key": "once-more" })),
    make("p", { class: "quiet", id: "shared" }));
}

function hintCard() {
  const { hint } = game;
  if (!hint) return null;
  const { stages, stage } = hint;
  const { title, text, place: p, away } = stages[stage];
  // The index of the stage of a hint that names the piece.
  const skip = stages.length - 2;
  const acts = p !== undefined || away !== undefined;
  return make("section", { class: "card hint", "aria-label": words("hint") },
    make("div", { class: "row" }, make("h2", {}, title), button("×", closeHint, { class: "close", "data-key": "close-hint", "aria-label": words("close") })),
    make("p", { id: "hint" }, text),
    make("div", { class: "row" },
      stage + 1 < stages.length ? button(words("more_hint"), () => hintAt(hint, stage + 1), { "data-key": "more-hint" }) : null,
      skip > stage ? button(words("skip_hint"), () => hintAt(hint, skip), { "data-key": "skip-hint" }) : null,
      acts ? button(words("heed"), () => heed(stages[stage]), { "data-key": "heed", class: "main" }) : null,
      make("span", { class: "quiet" }, words("stage_of", { stage: stage + 1, stages: stages.length }))));
}

// A details element that remembers whether it is open.
/** @param {string} name @param {string} title @param {Child[]} children */
function folding(name, title, ...children) {
  const open = folding.open.has(name);
  /** @param {FormEvent} event */
  const toggled = ({ target }) => (target.open ? folding.open.add(name) : folding.open.delete(name));
  return make("details", { class: "card", open, on: { toggle: toggled } }, make("summary", { "data-key": name }, title), ...children);
}
folding.open = new Set();

// The board in words, and where the chosen piece fits: for players who do not see the board or do not drag.
/** @param {Position} on */
function wordsCard(on) {
  const MOST = 60;
  const given = givensOf(playStart());
  const open = CELLS.filter(({ index }) => on.owner[index] < 0);
  const rows = state.put.map((p, i) => make("li", {},
    make("span", { class: "placement" }, make("span", { class: "what" }, PLACEMENTS[p].spoken)),
    button(words("back"), () => takeUp(p), { class: "not", "data-key": `back-${i}`, "aria-label": words("take_back", { piece: PLACEMENTS[p].spoken }) })));
  const piece = game.chosen ?? (hand.placement === null ? null : PLACEMENTS[hand.placement].piece);
  const places = piece === null ? [] : OF_PIECE[piece].filter((p) => fits(on, p));
  const list = places.slice(0, MOST).map((p) => make("li", {}, make("button", {
    type: "button", class: "placement", "data-key": `place-${p}`,
    on: {
      click: () => putDown(p), pointerenter: () => preview(p), focus: () => preview(p),
      pointerleave: () => preview(null), blur: () => preview(null),
    },
  }, make("span", { class: "what" }, PLACEMENTS[p].spoken))));
  return folding("words", words("board_told"),
    given.length > 0 ? make("p", { class: "quiet" }, words("given_list", { pieces: given.map((p) => PLACEMENTS[p].spoken).join("; ") })) : null,
    make("ul", { class: "placements" }, rows),
    open.length > 0 ? make("p", { class: "quiet" }, words("open_list", { cells: open.map(({ name }) => name).join(" ") })) : null,
    piece === null ? null : make("p", {}, words("fits_in", { piece: called(PIECES[piece]), places: words("places", { count: places.length }) })),
    make("ul", { class: "placements" }, list),
    places.length > MOST ? make("p", { class: "quiet" }, words("and_more", { more: grouped(places.length - MOST) })) : null);
}

// A checkbox with its label.
/** @param {string} id @param {string} text @param {boolean} ticked @param {(ticked: boolean) => void} listener */
function tickBox(id, text, ticked, listener) {
  const box = make("input", { type: "checkbox", id, "data-key": id, on: { change: (event) => listener(event.target.checked) } });
  box.checked = ticked;
  return make("label", {}, box, text);
}

// The card with the player's settings.
function settingsCard() {
  const patterned = tickBox("patterns", words("show_patterns"), hasPatterns, (ticked) => {
    saveSettings({ patterns: ticked });
    hasPatterns = ticked;
    ground(byId("board"));
    show();
  });
  const timer = tickBox("timed", words("show_timer"), isTimed(), (ticked) => {
    saveSettings({ timer: ticked });
    show();
  });
  if (HELD === 0 || EMBEDDED.is_play_only) return folding("wishes", words("settings"), make("p", {}, timer), make("p", {}, patterned));
  const counting = tickBox("counting", words("count_solutions"), game.counting, (ticked) => {
    game.counting = ticked;
    show();
  });
  let countText = null;
  if (game.counting) {
    const { count } = solutionsFrom(onBoard());
    const all = DATA.solutions.choice === "all";
    countText = words(all ? "go_on_all" : "go_on_held", { solutions: solutionsInWords(count), count: String(count), held: grouped(HELD) });
  }
  return folding("wishes", words("settings"), make("p", {}, timer), make("p", {}, patterned), make("p", {}, counting),
    countText ? make("p", { class: "count", id: "goes-on" }, countText) : null);
}

/** @type {PageView} */
const PLAY = {
  id: "play",
  board: playBoard,
  over: playOver,
  under: playUnder,
  side: playSide,
  keys: (event) => handKeys(event),
  help: () => [
    [words("key_letter"), words("key_letter_does", { keys: [...DATA.turns.map(({ key }) => key), "N"].join(", ") })],
    [words("key_rack"), words("key_rack_does")],
    [words("key_enter_rack"), words("key_enter_rack_does")],
    [words("key_board"), words("key_board_does")],
    ...(BOARD.layers.length > 1 ? [/** @type {[string, string]} */ ([words("key_layers"), words("key_layers_does")])] : []),
    ...DATA.turns.map(/** @returns {[string, string]} */ (turn) => [`${turn.key}, ${words("key_shift")}+${turn.key}`, words("key_turn_does", { turn: words(turn.kind) })]),
    [`N, ${words("key_shift")}+N`, words("key_next_place_does")],
    [words("key_enter_board"), words("key_enter_board_does")],
    [words("key_escape"), words("key_escape_does")],
    ["H", words("key_hint_does")],
    ["Ctrl+Z, Ctrl+Y", words("key_undo_does")],
  ],
};
