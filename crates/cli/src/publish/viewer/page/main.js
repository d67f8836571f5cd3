// The page: its views, and what changes them.

const VIEWS = HELD > 0 ? [BROWSE, HEAT, PLAY] : [PLAY];

const current = () => VIEWS.find(({ id }) => id === state.view);

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
  keepingFocus(byId("over"), () => byId("over").replaceChildren(...(view.over?.() || [])));
  keepingFocus(byId("under"), () => byId("under").replaceChildren(...view.under().filter(Boolean)));
  keepingFocus(byId("side"), () => byId("side").replaceChildren(...view.side().filter(Boolean)));
  byId("keys").replaceChildren(make("dl", {}, view.help.flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)])));
  writeLink();
}

function writeLink() {
  const link = written();
  if (link !== location.hash) history.replaceState(null, "", link);
}

function openLink() {
  // Another card is another puzzle, so the page begins again.
  if (CARD && cardOf(location.hash) !== CARD) return location.reload();
  forget();
  read(location.hash);
  state.put = playable(state.put);
  applyFilters();
  return show();
}

function copyLink() {
  const say = (text) => {
    byId("copied").textContent = text;
    announce(text);
  };
  const copied = navigator.clipboard?.writeText(location.href);
  (copied || Promise.reject(new Error("no clipboard")))
    .then(() => say("Copied."), () => say("Copy it from the address bar."));
}

function start() {
  byId("held").textContent = heldInWords();
  byId("source").textContent = DATA.source || "";
  const tabs = VIEWS.map((view) => button(view.name, () => update({ view: view.id }), {
    role: "tab", id: `tab-${view.id}`, "aria-controls": "view",
  }));
  byId("tabs").append(...tabs);
  roving(tabs);
  for (const tab of tabs) tab.addEventListener("focus", () => {
    if (state.view !== tab.id.slice("tab-".length)) update({ view: tab.id.slice("tab-".length) });
  });
  byId("pictures").classList.toggle("solid", DATA.solid);
  ground(byId("board"));
  byId("board").addEventListener("keydown", (event) => current().keys(event));
  listen();
  byId("skip").addEventListener("click", () => (byId("board").querySelector('[tabindex="0"]') || byId("board")).focus());
  byId("copy").addEventListener("click", copyLink);
  addEventListener("hashchange", openLink);
  dark.addEventListener("change", show);
  openLink();
}

start();
