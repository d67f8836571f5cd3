"use strict";
// Levels: challenges along a curve of difficulty. The distribution is shown before they are made, and some are previewed.

/** @type {Grade[]} */
const GRADES = ["easy", "medium", "hard", "expert"];

/** @type {LevelCurve[]} */
const CURVES = ["fair", "deck", "progression", "any"];

// The last preview is shown only for the puzzle and the request that it is about.
/** @type {LevelsPreview} */
const LEVELS = { found: null, about: "", stop: null, shown: "" };

function levelsForm() {
  const onChange = { on: { change: drawCurve, input: drawCurve } };
  const count = make("input", { type: "number", id: "challenge-count", min: 1, max: 200, value: 12, ...onChange });
  const curve = make("select", { id: "challenge-curve", ...onChange }, CURVES.map((kind) => make("option", { value: kind }, text(`curve-${kind}`))));
  const open = make("select", { id: "challenge-open", on: { change: drawCurve } }, [["", text("open-any")], ["2,4", "2–4"], ["3,6", "3–6"], ["5,9", "5–9"]].map(([value, label]) => make("option", { value }, label)));
  const deck = GRADES.map((grade) => make("label", {}, `${text(grade)} `, make("input", { type: "number", id: `deck-${grade}`, min: 0, max: 200, value: 3, ...onChange })));
  /** @type {(key: TextName, kind: MinedKind) => HTMLElement} */
  const mined = (key, kind) => button(text(key), () => download(text(key), { download: kind, ...mining() }), { id: `make-${kind}` });
  return make("section", { "aria-labelledby": "levels-title" },
    make("h3", { id: "levels-title" }, text("challenges")),
    make("div", { class: "row", id: "scope-row", hidden: true }, make("label", {}, `${text("making-of")} `, make("select", { id: "making-scope", on: { change: drawCurve } },
      [make("option", { value: "all" }), make("option", { value: "shown" })]))),
    make("div", { class: "row" }, make("label", {}, `${text("curve")} `, curve), make("label", {}, `${text("open")} `, open), make("label", { id: "count-field" }, `${text("how-many")} `, count)),
    // The buttons are above everything that a curve or a preview changes, so that they stay in their places.
    make("div", { class: "row", id: "levels-buttons" }, button(text("preview"), previewLevels, { id: "preview-levels", class: "main" }), button(text("play"), () => play(text("play"), pageSpec()), { id: "play" }), mined("booklet", "booklet"), button(text("page"), () => download(text("page"), pageSpec()), { id: "make-page" }), mined("challenge-file", "challenges"), mined("pack", "pack")),
    make("div", { id: "levels-found" },
      make("p", { class: "quiet", id: "scope-hint" }),
      make("div", { class: "row", id: "deck-fields" }, deck),
      make("p", { class: "quiet", id: "curve-hint" }),
      make("div", { id: "distribution" }),
      make("p", { id: "levels-said", role: "status" }),
      make("ul", { class: "cards", id: "levels" })),
  );
}

// The request for challenges, from the values in the form.
/** @returns {Mining} */
function mining() {
  /** @param {HTMLInputElement} input */
  const whole = ({ value }) => Math.round(Number(value)) || 0;
  const open = byId("challenge-open").value;
  const [least, most] = open.split(",").map(Number);
  return {
    count: whole(byId("challenge-count")), curve: byId("challenge-curve").value, seed: 1, deck: GRADES.map((grade) => whole(byId(`deck-${grade}`))),
    open: open === "" ? null : [least, most],
  };
}

// Whether the page for playing is to contain all goals of the file, and not only the puzzle or goal on screen.
const isOfAllGoals = () => VIEW !== null && VIEW.goals.length > 0 && byId("making-scope").value === "all";

// The request that makes the page on which the puzzle is played.
/** @returns {PageSpec} */
const pageSpec = () => (isOfAllGoals() ? { download: "goals-page" } : { download: "page", ...mining() });

// Shows what the files are made from, and disables the fields and buttons that do not apply to that.
function drawScope() {
  const { goals } = VIEW;
  byId("scope-row").hidden = goals.length === 0;
  const [all, shown] = byId("making-scope").options;
  fill(all, text(goals.length === 1 ? "scope-all-1" : "scope-all", { count: grouped(goals.length) }));
  fill(shown, REPLY.goal ?? text("own-board"));
  const isAll = isOfAllGoals();
  const isUnsolvable = !isAll && answer("count")?.solutions === "0";
  fill(byId("curve-hint"), isAll ? "" : text(`curve-${byId("challenge-curve").value}-hint`));
  fill(byId("scope-hint"), isAll ? text("scope-all-hint") : isUnsolvable ? text("scope-unsolvable") : "");
  for (const id of /** @type {const} */ (["play", "make-page"])) attribute(byId(id), { disabled: isUnsolvable });
  for (const id of /** @type {const} */ (["preview-levels", "make-booklet", "make-challenges", "make-pack"])) {
    attribute(byId(id), { disabled: (isAll || isUnsolvable) && !(id === "preview-levels" && LEVELS.stop !== null) });
  }
  for (const id of /** @type {const} */ (["challenge-curve", "challenge-open", "challenge-count", "deck-easy", "deck-medium", "deck-hard", "deck-expert"])) attribute(byId(id), { disabled: isAll });
}

/**
 * The requested numbers of easy, medium, hard and expert levels; null if they depend on the puzzle.
 * @returns {number[] | null}
 */
function requestedGrades() {
  const { count, curve, deck } = mining();
  if (curve === "deck") return deck;
  if (curve === "fair") return GRADES.map((_, at) => Math.floor(count / 4) + (at < count % 4 ? 1 : 0));
  return null;
}

// Shows the distribution of the levels in the preview; without a preview, the requested one.
function drawCurve() {
  holdLevels();
  const curve = byId("challenge-curve").value;
  byId("deck-fields").hidden = curve !== "deck";
  byId("count-field").hidden = curve === "deck";
  fill(byId("curve-hint"), text(`curve-${curve}-hint`));
  LEVELS.shown = "";
  showLevelsOf();
}

// Keeps the height of everything below the buttons: a page that becomes shorter would move under the mouse.
function holdLevels() {
  const below = byId("levels-found");
  below.style.minHeight = `${below.getBoundingClientRect().height}px`;
}

const levelsKey = () => JSON.stringify([designKey(), mining(), isOfAllGoals()]);

// Shows the last preview if it is about the current puzzle and request.
function showLevelsOf() {
  if (VIEW === null) return;
  drawScope();
  const key = levelsKey();
  if (LEVELS.shown === key) return;
  LEVELS.shown = key;
  const found = LEVELS.about === key ? LEVELS.found : null;
  if (found === null) holdLevels();
  else byId("levels-found").style.minHeight = "";
  const requested = isOfAllGoals() ? null : requestedGrades();
  fill(byId("distribution"), distribution(requested, found));
  fill(byId("levels"), found === null ? [] : found.levels.map(levelCard));
  fill(byId("levels-said"), found === null ? null : levelsSaid(found));
}

/** @param {FoundLevels} found */
function levelsSaid({ parts, levels }) {
  const wanted = parts.reduce((sum, part) => sum + part.wanted, 0);
  const short = parts.filter((part) => part.found < part.wanted).map(({ level: name, wanted: of, found }) => text("part-short", { name, found, wanted: of }));
  if (short.length === 0) return text("levels-found", { count: levels.length });
  return text("levels-short", { count: levels.length, wanted, parts: short.join(", ") });
}

/**
 * Draws a chart of the number of levels of each grade: outlines for those requested, bars for those found. Null
 * if there are neither.
 * @param {number[] | null} requested
 * @param {FoundLevels | null} found
 */
function distribution(requested, found) {
  const counts = found === null ? null : GRADES.map((grade) => found.levels.filter((level) => level.grade === grade).length);
  const shown = counts ?? requested;
  if (shown === null) return null;
  const most = Math.max(1, ...shown, ...(requested ?? []));
  const words = GRADES.map((grade, at) => (counts === null || requested === null
    ? text("grade-count", { grade: text(grade), count: shown[at] })
    : text("grade-of", { grade: text(grade), count: counts[at], of: requested[at] })));
  const chart = draw("svg", { viewBox: "0 0 200 60", role: "img", "aria-label": words.join(", "), class: "curve" });
  GRADES.forEach((grade, at) => {
    /** @param {number} count */
    const height = (count) => 40 * count / most;
    /** @type {(kind: string, count: number) => SVGElement} */
    const bar = (kind, count) => draw("rect", { class: kind, x: 50 * at + 8, y: 46 - height(count), width: 34, height: height(count) });
    const missing = counts !== null && requested !== null && counts[at] < requested[at] ? `/${requested[at]}` : "";
    include(chart, counts === null ? null : bar("found", counts[at]), requested === null ? null : bar("wanted", requested[at]),
      draw("text", { x: 50 * at + 25, y: 57 }, `${text(grade)} ${shown[at]}${missing}`));
  });
  return chart;
}

/**
 * Makes the card of a level in the preview; null for a level without a picture.
 * @param {FoundLevel} level
 * @param {number} at
 */
function levelCard({ grade, rating, open, picture: svg }, at) {
  if (svg === null) return null;
  const rated = grade === null || rating === null ? "" : `${text(grade)} ${rating.toFixed(1)}`;
  return make("li", { class: "level" }, make("img", { alt: text("level-alt", { number: at + 1, open }), src: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
    make("strong", {}, `${at + 1}. ${rated}`), make("span", { class: "quiet" }, text("level-open", { count: open })));
}

// Previews the levels: finds them without making a file. If a preview is being made, stops it.
async function previewLevels() {
  if (LEVELS.stop !== null) {
    LEVELS.stop.abort();
    return;
  }
  if (isResting(byId("preview-levels"))) return;
  LEVELS.stop = new AbortController();
  fill(byId("preview-levels"), text("stop"));
  await isSent();
  const about = levelsKey();
  try {
    const made = await runJob(text("preview"), (work) => ENGINE.download({ download: "levels", ...mining() }, work), LEVELS.stop);
    if (made !== null) {
      [LEVELS.found, LEVELS.about, LEVELS.shown] = [JSON.parse(await made.blob.text()), about, ""];
      showLevelsOf();
    }
  } catch (error) {
    fill(byId("levels-said"), text("refused", { why: reasonOf(error) }));
  }
  LEVELS.stop = null;
  rest(byId("preview-levels"), text("preview"));
  drawScope();
}
