"use strict";
// The goals of the file, with a form for each entry of the list of goals.

// The entry whose open cells are being marked on the board; null if none is.
/** @type {number | null} */
let markedGoal = null;

const goalMarked = () => (markedGoal === null ? undefined : VIEW?.goal_entries[markedGoal]);

/** @type {(words: string[]) => string} */
const quoted = (words) => `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;

// Cells of the canvas in the notation of puzzle files: `Cells([(0, 0), (1, 0)])`.
/** @type {(cells: number[]) => string} */
const cellsText = (cells) => `Cells([${cells.map((index) => `(${board.canvas.cells[index][0].join(", ")})`).join(", ")}])`;

// The goals in the list above the board, as text; null before the first view.
/** @type {string | null} */
let listedGoals = null;

// Lays out the list of goals above the board, and shows which one is chosen.
function drawGoalBar() {
  const written = VIEW.goals.join("\n");
  if (listedGoals !== written) {
    listedGoals = written;
    const goals = [null, ...VIEW.goals];
    const list = make("select", { id: "goal", "data-key": "goal", on: { change: (event) => showGoal(goals[event.target.selectedIndex]) } },
      goals.map((goal) => make("option", {}, goal ?? text("own-board"))));
    const back = button(text("goal-back"), () => showGoal(null), { id: "goal-back", "data-key": "goal-back" });
    keepingFocus(byId("goal-bar"), () => fill(byId("goal-bar"), VIEW.goals.length === 0 ? [] : [make("label", {}, `${text("goal")} `, list), back]));
  }
  const [list, back] = [byId("goal"), byId("goal-back")];
  if (list === null || back === null) return;
  list.selectedIndex = REPLY.goal === null ? 0 : VIEW.goals.indexOf(REPLY.goal) + 1;
  attribute(back, { disabled: REPLY.goal === null });
}

// Shows the goal with this name; null means the file's own board.
/** @param {string | null} goal */
const showGoal = (goal) => ask({ request: "goal", goal });

function drawGoals() {
  if (markedGoal !== null && QUEUE.length === 0 && VIEW.goal_entries[markedGoal]?.kind !== "Goal") stopMarking();
  const card = byId("goals");
  if (isTyping(card)) return;
  const count = VIEW.goals.length;
  keepingFocus(card, () => fill(card,
    make("h2", {}, `${text("goals")} ${count > 0 ? grouped(count) : ""}`),
    // The buttons are above the list, so that they stay in their places when it grows.
    addingGoals(),
    VIEW.goal_entries.length === 0 ? make("p", { class: "quiet" }, text("goals-hint")) : null,
    make("ul", { class: "entries" }, VIEW.goal_entries.map(goalForm)),
  ));
}

function newGoalName() {
  let number = VIEW.goal_entries.length + 1;
  while (VIEW.goals.includes(text("goal-name", { number }))) number += 1;
  return text("goal-name", { number });
}

// The buttons that add entries to the list of goals. A new goal gets a name that no other goal has.
function addingGoals() {
  /** @param {string} entry */
  const add = (entry) => change({ edit: "goal", goal: null, entry });
  const name = () => JSON.stringify(newGoalName());
  const required = () => board.canvas.cells.map((_, at) => at).filter((at) => board.marks[at] === 1);
  const optional = () => board.canvas.cells.map((_, at) => at).filter((at) => board.marks[at] === 2);
  const whole = () => (optional().length === 0 ? cellsText(required()) : `Union([${cellsText(required())}, Optional(${cellsText(optional())})])`);
  const addOpen = () => {
    add(`Goal(name: ${name()})`);
    markGoal(VIEW.goal_entries.length);
  };
  const addEach = async () => {
    add("Each()");
    await isSent();
    // The pieces of a calendar leave cells open, so the board itself has no solution.
    if (REPLY.goal === null) chooseGoal();
  };
  return make("div", { class: "row" },
    button(text("goal-each"), addEach, { id: "goal-each", disabled: VIEW.label_groups.length === 0, title: text("goal-each-hint"), "data-key": "goal-each" }),
    button(text("goal-open"), addOpen, { id: "goal-open", title: text("goal-open-hint"), "data-key": "goal-open" }),
    button(text("goal-holes"), () => add("Holes(count: 1)"), { id: "goal-holes", title: text("goal-holes-hint"), "data-key": "goal-holes" }),
    button(text("goal-board"), () => add(`Goal(name: ${name()}, board: ${whole()})`), { id: "goal-board", disabled: !VIEW.is_drawable, title: text("goal-board-hint"), "data-key": "goal-board" }));
}

// Chooses the goal whose answers are shown: for a calendar, that of today's date; otherwise the first.
function chooseGoal() {
  const [month, day, weekday] = [{ month: "short" }, { day: "numeric" }, { weekday: "short" }].map((part) => new Date().toLocaleDateString("en-US", /** @type {Intl.DateTimeFormatOptions} */ (part)));
  // In the name of a goal, the month, the day and the weekday may be in any order. The weekday may be missing.
  const isToday = (/** @type {string} */ goal) => {
    const words = goal.split(" ");
    return words.includes(month) && words.includes(day) && words.every((word) => [month, day, weekday].includes(word));
  };
  if (VIEW.goals.length > 0) showGoal(VIEW.goals.find(isToday) ?? VIEW.goals[0]);
}

/** @param {GoalView} goal @param {number} index */
function goalForm(goal, index) {
  /** @param {string} name */
  const key = (name) => ({ "data-key": `goal-${name}-${index}` });
  /** @type {SetField} */
  const set = (field, value) => void change({ edit: "goal-field", goal: index, field, value });
  const remove = button(text("remove"), () => {
    if (markedGoal !== null) stopMarking();
    change({ edit: "goal", goal: index, entry: "" });
  }, { ...key("remove"), "aria-label": text("remove-goal", { name: goal.name || goal.kind }) });
  /** @type {Record<string, GoalForm | undefined>} */
  const forms = { Goal: oneGoal, Each: eachGoal, Holes: holesGoal };
  const parts = forms[goal.kind]?.(goal, index, key, set) ?? [make("strong", {}, goal.kind || "?")];
  const made = goal.kind !== "Goal" && goal.count > 0 ? make("span", { class: "quiet" }, text("goals-made", { count: grouped(goal.count) })) : null;
  const drawn = goal.picture === null ? null : make("img", { class: "board", alt: "", src: `data:image/svg+xml,${encodeURIComponent(goal.picture)}` });
  return make("li", {}, make("div", { class: "row" }, drawn, parts, made, remove), goalText(goal, index, key));
}

// The form for an entry `Goal`: its name, and the cells that stay open.
/** @type {GoalForm} */
function oneGoal(goal, index, key, set) {
  /** @param {string} name */
  const rename = (name) => { if (name.trim() !== "") set("name", JSON.stringify(name.trim())); };
  const show = () => showGoal(REPLY.goal === goal.name ? null : goal.name);
  return [
    make("input", { value: goal.name, size: "10", maxlength: "200", "aria-label": text("goal-called"), on: typed(rename), ...key("name") }),
    button(text("goal-mark", { count: goal.open.length }), () => (markedGoal === index ? stopMarking() : markGoal(index)), { "aria-pressed": String(markedGoal === index), ...key("mark") }),
    button(text("goal-show"), show, { "aria-pressed": String(REPLY.goal === goal.name), disabled: !VIEW.goals.includes(goal.name), ...key("show") }),
  ];
}

// The form for an entry `Each`, whose goals each leave open one label of every group.
/** @type {GoalForm} */
function eachGoal(goal, _index, key, set) {
  const groups = goal.groups > 0 ? goal.groups : VIEW.label_groups.map((group) => group.length).join(" × ");
  /** @param {string[]} labels */
  const leave = (labels) => set("except", labels.length > 0 ? quoted(labels) : "");
  const except = make("input", {
    value: goal.except.join(", "), size: "20", placeholder: text("except-example"), ...key("except"),
    on: typed((value) => leave(value.split(",").map((label) => label.trim()).filter((label) => label !== ""))),
  });
  const dates = noSuchDates();
  return [
    make("strong", {}, text("goal-each")), make("span", {}, groups), make("label", {}, `${text("except")} `, except),
    goal.groups === 0 && dates.length > 0 && !dates.every((date) => goal.except.includes(date)) ? button(text("no-such-dates"), () => leave([...new Set([...goal.except, ...dates])]), { id: "no-such-dates", ...key("dates") }) : null,
  ];
}

// The dates that no year has, such as Feb 30, if a group has 12 labels and another 31.
function noSuchDates() {
  const words = VIEW.label_groups.map((group) => group.map(([, label]) => label));
  const [months, days] = [12, 31].map((size) => words.findIndex((group) => group.length === size));
  if (months < 0 || days < 0) return [];
  const short = [[1, 30], [1, 31], [3, 31], [5, 31], [8, 31], [10, 31]];
  return short.map(([month, day]) => {
    const [m, d] = [words[months][month], words[days][day - 1]];
    return months < days ? `${m} ${d}` : `${d} ${m}`;
  });
}

// The form for an entry `Holes`, which has one goal for each way to leave this number of cells open.
/** @type {GoalForm} */
function holesGoal(goal, _index, key, set) {
  return [make("strong", {}, text("goal-holes")), make("label", {}, `${text("goal-holes-count")} `, make("input", {
    type: "number", min: "1", value: goal.holes, on: typed((value) => set("count", value)), ...key("count"),
  }))];
}

// The text area with a goal's entry as written in the file.
/** @type {(goal: GoalView, index: number, key: KeyOf) => Child} */
const goalText = (goal, index, key) => entryText(goal.text, key("text"), (entry) => change({ edit: "goal", goal: index, entry }));

// Starts marking the open cells of a goal by strokes on the board.
/** @param {number} index */
function markGoal(index) {
  if (isOtherBoard()) showGoal(null);
  markedGoal = index;
  setTool("open");
}

function stopMarking() {
  markedGoal = null;
  if (board.tool === "open") setTool("paint");
}

// Ends a stroke over cells: they become open in the goal. If the first one was open already, all of
// them become closed instead.
/** @param {number[]} cells */
function markCells(cells) {
  const goal = goalMarked();
  if (!goal || markedGoal === null) return;
  const open = new Set(goal.open);
  const isOpen = open.has(cells[0]);
  for (const cell of cells) {
    if (isOpen) open.delete(cell);
    else open.add(cell);
  }
  change({ edit: "goal-field", goal: markedGoal, field: "open", value: open.size > 0 ? cellsText([...open].sort((a, b) => a - b)) : "" });
}

// The open cells of the goal whose cells are being marked, or else of the goal that is shown.
const openCells = () => (goalMarked() ?? REPLY.goal_cells)?.open ?? [];

const markBar = () => [
  make("span", {}, text("goal-marking", { name: goalMarked()?.name ?? "" })),
  button(text("done"), stopMarking, { id: "stop-marking", class: "main", "data-key": "stop-marking" }),
];
