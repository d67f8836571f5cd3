"use strict";
// Choices of the pieces: a form with requirements, and cards of the choices found.

// The last result of a search for choices. It is kept after the puzzle has changed, but shown only for the puzzle
// that it is about. So it appears again when the change is undone.
/** @type {DesignSearch} */
const DESIGN = { stop: null, found: null, shown: null, top: null };

function drawDesign() {
  /** @type {(key: "choose" | "solutions" | "distinct", name: TextName) => HTMLElement} */
  const range = (key, name) => make("label", {}, `${text(name)} `, make("input", { id: `design-${key}`, size: "7", placeholder: text("range-example"), "aria-label": text(name) }));
  /** @param {"symmetric" | "unique-start" | "fault-free" | "no-crossroads" | "one-of-mirrors"} key */
  const check = (key) => make("label", {}, make("input", { type: "checkbox", id: `design-${key}` }), text(key));
  /** @type {(value: DesignSort, name: TextName) => HTMLElement} */
  const order = (value, name) => make("option", { value }, text(name));
  const sort = make("select", { id: "design-sort", on: { change: reorder } }, [order("best", "best"), order("most", "most"), order("pieces", "fewest")]);
  fill(byId("design"),
    make("h2", {}, text("design")),
    make("p", { class: "quiet" }, text("design-hint")),
    make("p", { id: "design-goal" }),
    make("div", { class: "form" },
      make("span", { class: "row" }, range("choose", "choose"), range("solutions", "wanted-solutions"), range("distinct", "wanted-distinct")),
      make("span", { class: "row" }, check("symmetric"), check("unique-start"), check("fault-free"), check("no-crossroads"), check("one-of-mirrors")),
      make("span", { class: "row" }, make("label", {}, `${text("sort")} `, sort), button(text("find-designs"), findDesigns, { id: "find-designs", class: "main" })),
    ),
    make("p", { id: "designs-said", role: "status" }),
    make("div", { class: "row", id: "designs-offer" }),
    make("ul", { class: "cards", id: "designs" }),
  );
  keepForm(byId("design"));
}

/**
 * The form as the program expects it.
 * @param {DesignScope} scope Which choices are tried.
 * @returns {DesignForm}
 */
function designForm(scope) {
  /** @param {"choose" | "solutions" | "distinct"} key */
  const value = (key) => byId(`design-${key}`).value.trim();
  /** @param {"symmetric" | "unique-start" | "fault-free" | "no-crossroads" | "one-of-mirrors"} key */
  const is = (key) => byId(`design-${key}`).checked;
  return {
    choose: value("choose"), solutions: value("solutions"), distinct: value("distinct"), sort: byId("design-sort").value, scope,
    symmetric: is("symmetric"), unique_start: is("unique-start"), fault_free: is("fault-free"), no_crossroads: is("no-crossroads"), one_of_mirrors: is("one-of-mirrors"),
  };
}

// Searches for choices, or stops the running search. If there are many choices, the user decides which are tried.
function findDesigns() {
  if (DESIGN.stop !== null) DESIGN.stop.abort();
  else if (!isResting(byId("find-designs"))) seekDesigns("all", false);
}

/**
 * Counts the choices, and then tries them.
 * @param {DesignScope} scope
 * @param {boolean} isChosen Whether the user chose the scope, knowing the number of choices.
 */
async function seekDesigns(scope, isChosen) {
  DESIGN.stop = new AbortController();
  fill(byId("find-designs"), text("stop"));
  fill(byId("designs-offer"));
  await isSent();
  const about = designKey();
  showDesigns(about, text("finding"), []);
  try {
    const result = await runJob(text("find-designs"), (work) => designsOf(scope, isChosen, about, work), DESIGN.stop);
    if (result === null) showDesigns(about, text("designs-stopped"), []);
  } catch (error) {
    showDesigns(about, text("refused", { why: reasonOf(error) }), []);
  }
  DESIGN.stop = null;
  rest(byId("find-designs"), text("find-designs"));
}

/**
 * @param {DesignScope} scope
 * @param {boolean} isChosen
 * @param {string} about The puzzle.
 * @param {Work} work
 */
async function designsOf(scope, isChosen, about, work) {
  /** @param {"choice-count" | "designs"} kind */
  const json = async (kind) => JSON.parse(await (await ENGINE.download({ download: kind, ...designForm(scope) }, work)).blob.text());
  /** @type {ChoiceNumber} */
  const { choices, is_many: isMany } = await json("choice-count");
  if (isMany && !isChosen) {
    showDesigns(about, text("many-choices", { choices: grouped(present(choices)) }), []);
    offerScopes();
    return true;
  }
  const trying = scope !== "all" ? /** @type {const} */ (`finding-${scope}`) : choices === null ? "finding" : choices === "1" ? "finding-1" : "finding-all";
  showDesigns(about, text(trying, { choices: choices === null ? "" : grouped(choices) }), []);
  showFound(about, choices, await json("designs"));
  return true;
}

function offerScopes() {
  /** @param {DesignScope} scope */
  const offer = (scope) => button(text(`try-${scope}`), () => { if (DESIGN.stop === null) seekDesigns(scope, true); }, { id: `try-${scope}`, title: text(`try-${scope}-hint`) });
  fill(byId("designs-offer"), offer("sample"), offer("search"), offer("all"));
}

// The parts of the puzzle on which its choices depend, as one text. It does not contain the title, for example.
function designKey() {
  const { lattice, marks, canvas, piece_entries: pieces, further } = VIEW;
  const cells = canvas.cells.flatMap(([place], index) => (marks[index] > 0 ? [[...place, marks[index]]] : []));
  return JSON.stringify([REPLY.goal, lattice, cells.map(String).sort(), pieces, further]);
}

/**
 * @param {string} about
 * @param {string | null} choices The number of all choices, if it is known.
 * @param {DesignCards} found
 */
function showFound(about, choices, { tried, solvable, wanted, estimate, steps, cards }) {
  const all = { wanted: grouped(wanted), solvable: grouped(solvable), choices: choices === null ? "" : grouped(choices) };
  if (steps !== null) {
    const searched = { ...all, steps: grouped(steps) };
    showDesigns(about, text(wanted > 0 ? "designs-searched" : cards.length > 0 ? "design-nearest" : "designs-none-searched", searched), cards);
    return;
  }
  const more = cards.length < wanted ? ` ${text("some-shown", { count: cards.length })}` : "";
  if (tried !== null) {
    const likely = estimate === null ? "" : ` ${text("designs-estimate", { ...all, mean: grouped(Math.round(estimate[0])), error: grouped(Math.round(estimate[1])) })}`;
    const words = text("designs-sampled", { ...all, tried: grouped(tried) }) + likely + more;
    showDesigns(about, words, cards, more === "");
    return;
  }
  const found = choices === null ? text("designs-found", all) : text("designs-of", all);
  showDesigns(about, wanted === 0 ? `${text("no-design")} ${found}` : found + more, cards, more === "");
}

/**
 * @param {string} about The puzzle that the cards are about.
 * @param {string} said
 * @param {DesignCard[]} cards
 * @param {boolean} isAll Whether all choices that match are among the cards.
 */
function showDesigns(about, said, cards, isAll = false) {
  DESIGN.found = { about, said, cards, sort: byId("design-sort").value, isAll };
  DESIGN.shown = null;
  showDesignsOf();
}

// Shows the last result in another order.
function reorder() {
  DESIGN.shown = null;
  if (VIEW !== null) showDesignsOf();
}

/**
   * The cards in the order that the form selects. Null if this order may begin with choices that have no card, or
   * if the file defines the order.
 * @param {DesignsFound} found
 */
function orderedCards({ cards, sort, isAll }) {
  const now = byId("design-sort").value;
  if (now === sort) return cards;
  const hasRank = VIEW.further.some(([field, value]) => field === "design" && /\brank\b/.test(value));
  if (!isAll || (now === "best" && hasRank)) return null;
  /** @type {Record<DesignSort, (a: DesignCard, b: DesignCard) => bigint>} */
  const orders = {
    best: (a, b) => BigInt(a.solutions) - BigInt(b.solutions),
    most: (a, b) => BigInt(b.solutions) - BigInt(a.solutions),
    pieces: (a, b) => copiesIn(a) - copiesIn(b),
  };
  return [...cards].sort((a, b) => Number(orders[now](a, b) > 0n) - Number(orders[now](a, b) < 0n));
}

/** @param {DesignCard} card */
const copiesIn = ({ pieces }) => pieces.reduce((sum, [, copies]) => sum + BigInt(copies), 0n);

// Says for which of the goals of the file the choices are tried.
function drawDesignGoal() {
  fill(byId("design-goal"), VIEW.goals.length === 0 ? "" : REPLY.goal === null ? text("design-of-board") : text("design-of-goal", { goal: REPLY.goal }));
}

// Shows the last result if it is about the current puzzle.
function showDesignsOf() {
  const { found } = DESIGN;
  if (found === null) return;
  const is = found.about === designKey();
  if (DESIGN.shown === is) return;
  DESIGN.shown = is;
  const isQuiet = !is && (found.cards.length > 0 || DESIGN.stop !== null);
  const cards = orderedCards(found);
  const said = cards === null && found.cards.length > 0 ? `${found.said} ${text("other-order")}` : found.said;
  fill(byId("designs-said"), is ? said : isQuiet ? text("designs-outdated") : "");
  fill(byId("designs"), is ? (cards ?? found.cards).map(designCard) : []);
  if (!is) fill(byId("designs-offer"));
}

// Scrolls so that the list of choices stays where it was in the window, although the list of goals above it grew.
function holdDesigns() {
  if (DESIGN.top === null) return;
  scrollBy({ top: byId("designs").getBoundingClientRect().top - DESIGN.top, behavior: "instant" });
  DESIGN.top = null;
}

/** @param {DesignCard} card */
function designCard({ pieces, solutions, distinct, picture: svg }) {
  const names = pieces.map(([name, copies]) => (copies === 1 ? name : `${copies}×${name}`)).join(" ");
  const count = solutions === "1" ? text("one-solution") : text("solutions", { count: grouped(solutions) });
  const take = () => {
    change({ edit: "choose", pieces });
    say(text("chosen"));
  };
  const keep = () => {
    const name = newGoalName();
    DESIGN.top = byId("designs").getBoundingClientRect().top;
    change({ edit: "keep-choice", of: REPLY.goal, name, pieces });
    say(text("kept-choice", { name }));
  };
  return make("li", { class: "choice" }, make("button", {
    type: "button", class: "design", "aria-label": text("take-design", { pieces: names, solutions: count }), on: { click: take },
  },
  make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
  make("strong", {}, names), make("span", {}, count), distinct === null ? null : make("span", { class: "quiet" }, text("distinct", { count: grouped(distinct) }))),
  button(text("keep-choice"), keep, { class: "keep", "aria-label": text("keep-choice-of", { pieces: names }), title: text("keep-choice-hint") }));
}
