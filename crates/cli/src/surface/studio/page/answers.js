"use strict";
// The answers in words, next to the board.

function drawAnswerCard() {
  fill(byId("answers-title"), REPLY.goal === null ? text("answers") : text("answers-of", { goal: REPLY.goal }));
  /** @type {HTMLElement[]} */
  const lines = [];
  /** @type {(words: string, kind?: string | null) => void} */
  const say = (words, kind = null) => { lines.push(make("p", { class: kind }, words)); };
  const area = answer("area");
  const count = answer("count");
  const obstacles = answer("obstacles");
  const isStopped = answer("stopped") !== undefined;
  if (!VIEW || (!area && VIEW.problem)) say(text("drawing"), "quiet");
  if (count) {
    const { solutions } = count;
    const words = solutions === "0" ? text("no-solution") : solutions === "1" ? text("one-solution") : text("solutions", { count: grouped(solutions) });
    lines.push(make("p", { class: "count", id: "count", "data-solutions": solutions }, words));
    if (count.distinct !== null && solutions !== "0") say(text("distinct", { count: grouped(count.distinct) }));
    // Only an unchanged puzzle is compared with the count that its file expects.
    const isAsInFile = REPLY.has_file ? !REPLY.is_unsaved : !VIEW.can_undo;
    if (count.expected && isAsInFile) say(text("expected", { count: grouped(count.expected) }), "bad");
  } else if (area) {
    const known = answer("unknown-count");
    const state = isStopped ? text("was-stopped") : known ? text("not-known", { why: known.why }) : text("counting");
    lines.push(make("p", { class: "count", id: "count" }, state));
    const progress = answer("progress");
    if (progress && !known && !isStopped) say(progress.words, "quiet");
  }
  if (area) {
    const board = area.optional > 0 ? `${area.required}–${area.required + area.optional}` : area.required;
    const pieces = area.least === area.most ? area.least : `${area.least}–${area.most > 1e6 ? text("any") : area.most}`;
    say(`${area.fits ? "✓" : "✗"} ${text("area", { board, pieces })}`, area.fits ? "quiet" : "bad");
  }
  for (const message of obstacles?.messages ?? []) if (area?.fits || !message.startsWith("the areas")) say(message, "bad");
  for (const words of answer("why")?.words ?? []) say(`${text("why")}: ${words}`, "bad");
  const next = nextStep();
  if (next !== null) say(text(next));
  const overview = answer("overview");
  if (overview) {
    if (overview.forced > 0) {
      say(text("forced", { count: overview.forced }));
      lines.push(make("label", {}, make("input", {
        type: "checkbox", checked: board_forced(), "data-key": "forced", on: { change: (event) => { board.forced = event.target.checked; drawAnswers(); } },
      }), text("show-forced")));
    }
    say(text("impossible", { count: grouped(overview.impossible), of: grouped(overview.placements) }), "quiet");
  }
  const starts = answer("unique-starts");
  if (starts) say(text(starts.distinct === "1" ? "start" : "starts", { count: grouped(starts.distinct), all: grouped(starts.all) }), "quiet");
  const grade = answer("grade");
  if (grade) say(text(grade.held.length > 0 ? "grade-held" : "grade", { rating: grade.rating.toFixed(1), grade: grade.grade, pieces: grade.held.join(", ") }));
  for (const kind of ["overview", "grade", "why", "random"]) {
    const unknown = answer(`unknown-${kind}`);
    if (unknown) say(text("not-known", { why: unknown.why }), "quiet");
  }
  holdHeight();
  keepingFocus(byId("answers"), () => fill(byId("answer-lines"), lines));
  drawAnswerButtons();
}

// Keeps the card of the answers from shrinking until all answers have come, so that the cards below stay in place.
function holdHeight() {
  const card = byId("answer-lines");
  const isComplete = answer("done") !== undefined || answer("stopped") !== undefined || VIEW.problem !== null;
  card.style.minHeight = isComplete ? "" : `${card.offsetHeight}px`;
}

// What the user can do about a puzzle without a solution; null if it has a solution, or if nothing
// is known to be wrong.
/** @returns {TextName | null} */
function nextStep() {
  const area = answer("area");
  if (!area || VIEW.pieces.length === 0 || (area.fits && answer("count")?.solutions !== "0")) return null;
  if (VIEW.goals.length > 0 && REPLY.goal === null) return "goal-unchosen";
  return area.least > area.required ? "choose-pieces" : "more-pieces";
}

// Stops the computation of answers, or restarts it.
const stopAnswers = () => ask({ request: answer("stopped") ? "resume" : "stop" });

const showEmpty = () => {
  board.shown = board.shown === "solution" ? "empty" : "solution";
  drawAnswers();
  drawAnswerCard();
};

// The buttons are made only once: a button that is replaced under the pointer would miss the click.
function layOutAnswers() {
  fill(byId("answers"), make("h2", { id: "answers-title" }, text("answers")), make("div", { id: "answer-lines" }),
    // The button that is sometimes hidden is the last one, so that no other button moves into its place.
    make("div", { class: "row" }, button(text("random"), random, { id: "random" }), button(text("empty"), showEmpty, { id: "empty" }), button(text("stop"), stopAnswers, { id: "stop", hidden: true })));
}

function drawAnswerButtons() {
  const solved = answer("solution");
  const isStopped = answer("stopped") !== undefined;
  const words = text(isStopped ? "resume" : "stop");
  if (byId("stop").textContent !== words) fill(byId("stop"), words);
  attribute(byId("stop"), { hidden: !isStopped && (!answer("area") || answer("done") !== undefined), "aria-label": isStopped ? null : text("stop-job", { name: text("answers") }) });
  attribute(byId("random"), { disabled: !solved });
  attribute(byId("empty"), { disabled: !solved, "aria-pressed": String(board.shown !== "solution") });
}

const board_forced = () => Boolean(board.forced);

let seed = 1;

function random() {
  seed += 1;
  board.shown = "solution";
  ask({ request: "ask", question: { ask: "random", seed } });
}

// Announces a count, and records the time from the last stroke to the count.
/** @param {AnswerEvent} event */
function countSaid(event) {
  if (event.answer !== "count" || event.revision !== VIEW?.revision) return;
  document.body.dataset.latency = String(Math.round(performance.now() - strokeAt));
  announce(event.solutions === "0" ? text("no-solution") : text("solutions", { count: grouped(event.solutions) }));
}
