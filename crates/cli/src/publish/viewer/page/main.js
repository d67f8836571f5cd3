// The page: its views, and the events that change them.

const VIEWS = EMBEDDED.is_play_only || HELD === 0 ? [PLAY] : NUMBERED.length > 0 ? [PLAY, BROWSE, HEAT] : [BROWSE, HEAT, PLAY];

const current = () => VIEWS.find(({ id }) => id === state.view) ?? VIEWS[0];

function show() {
  const view = current();
  if (view !== BROWSE) stopClock();
  for (const tab of byId("tabs").children) {
    const chosen = tab.id === `tab-${view.id}`;
    attribute(tab, { "aria-selected": String(chosen), tabindex: chosen ? "0" : "-1" });
  }
  attribute(byId("view"), { "aria-labelledby": `tab-${view.id}`, class: view.id });
  view.board();
  byId("corner").toggleAttribute("hidden", !DATA.solid || view.id === "heat");
  byId("board").classList.toggle("solved", view.id === "play" && solved(standing(onBoard())));
  keepingFocus(byId("over"), () => fill(byId("over"), view.over?.()));
  keepingFocus(byId("under"), () => fill(byId("under"), view.under()));
  keepingFocus(byId("side"), () => fill(byId("side"), view.side()));
  measureRack();
  fill(byId("keys"), make("dl", {}, view.help().flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)])));
  fill(byId("source"), view === PLAY ? null : DATA.source);
  const many = NUMBERED.length > 1;
  fill(byId("held"), view !== PLAY ? heldInWords() : many ? words("solved_of", { solved: NUMBERED.filter(isSolved).length, all: NUMBERED.length }) : null);
  writeLink();
}

function writeLink() {
  const link = written();
  if (link !== location.hash) history.replaceState(null, "", link);
}

// Opens the level and the view that the link in the address names. Parts of the link that do not fit
// this puzzle are ignored.
function openLink() {
  const level = levelOfLink(location.hash) ?? LEVEL;
  if (!isOnBoardOf(level, LEVEL)) return location.reload();
  // In a puzzle with levels, a link without a level means the puzzle itself.
  const free = LEVELS.find((other) => other.id === "" && isOnBoardOf(other, LEVEL));
  LEVEL = location.hash.startsWith("#play") && !levelOfLink(location.hash) && free ? free : level;
  read(location.hash);
  takeUpLevel(state.put);
  applyFilters();
  show();
  return windClock();
}

// Whether an element takes keyboard input: text fields, lists and dialogs.
/** @type {(element: Element) => boolean} */
const takesLetters = (element) => Boolean(element.closest("input:not([type=checkbox]), select, textarea, dialog"));

// Handles keys of the play view wherever the focus is, because no element has the focus after a drag. Keys in
// text fields, lists and dialogs are left to them.
/** @param {KeyboardEvent} event */
function pageKeys(event) {
  if (state.view !== "play" || event.defaultPrevented || event.altKey || byId("levels").open || takesLetters(event.target)) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
  } else if (!playKey(event)) return;
  event.preventDefault();
}

// Handles a key for the piece in hand or chosen, or for the game. Returns false for other keys.
/** @param {KeyboardEvent} event */
function playKey(event) {
  // Enter and the space bar activate the element with the focus.
  const activates = (event.key === "Enter" || event.key === " ") && event.target !== document.body;
  if (hand.placement !== null && !activates && heldKey(event, hand.placement)) return true;
  if (event.key === "Escape" && game.chosen !== null) {
    chooseNone();
    return true;
  }
  return commonKey(event) !== false;
}

function label() {
  attribute(byId("tabs"), { "aria-label": words("views") });
  attribute(byId("stage"), { "aria-label": words("board") });
  attribute(byId("side"), { "aria-label": words("choices") });
  attribute(byId("corner"), { "aria-label": words("from_corner") });
  fill(present(byId("help").querySelector("summary")), words("keys"));
  fill(byId("copy"), words("copy_link"));
}

function start() {
  label();
  const names = { play: "play_view", browse: "solutions_view", heat: "heat_view" };
  const tabs = VIEWS.map((view) => button(words(names[view.id]), () => update({ view: view.id }), {
    role: "tab", id: `tab-${view.id}`, "aria-controls": "view",
  }));
  include(byId("tabs"), ...tabs);
  byId("tabs").classList.toggle("alone", tabs.length === 1);
  roving(tabs);
  tabs.forEach((tab, at) => tab.addEventListener("focus", () => {
    if (state.view !== VIEWS[at].id) update({ view: VIEWS[at].id });
  }));
  document.documentElement.classList.toggle("embed", EMBED);
  byId("pictures").classList.toggle("solid", DATA.solid);
  ground(byId("board"));
  byId("view").style.setProperty("--shape", (BOARD.width / BOARD.height).toFixed(3));
  byId("board").addEventListener("keydown", (event) => current().keys(event));
  listen();
  byId("skip").addEventListener("click", () => (byId("board").querySelector('[tabindex="0"]') || byId("board")).focus());
  byId("copy").addEventListener("click", copyLink);
  addEventListener("hashchange", openLink);
  addEventListener("keydown", pageKeys);
  addEventListener("visibilitychange", windClock);
  addEventListener("pagehide", () => {
    holdClock();
    if (state.put.length > 0 && state.view === "play") note();
  });
  dark.addEventListener("change", show);
  // The size of the pieces on the rack depends on the size of the window. The other views are not
  // drawn again, because that would clear their text fields.
  addEventListener("resize", () => { if (state.view === "play" && !hand.drag) show(); });
  openLink();
  watchSize();
  document.documentElement.dataset.state = "ready";
}

start();
