// The levels in order, the level of the day, and the dialog to choose one.

/** @type {Level[]} */
const LEVELS = EMBEDDED.levels.map((level, index) => ({ ...level, index }));
// The levels that are challenges, cards or goals. The level without an id, the puzzle itself, is left out.
const NUMBERED = LEVELS.filter(({ id }) => id !== "");

// The name of a level, such as "Level 12", or that of its goal.
/** @param {Level} level */
function levelName(level) {
  if (level.id === "") return words(LEVELS.length > 1 || level.challenge === undefined ? "free_play" : "the_puzzle");
  if (level.number === undefined) return level.board ?? level.id;
  const name = words("level", { number: level.number });
  return level.board ? `${name} · ${level.board}` : name;
}

/** @type {(level: Level) => string} */
const gradeInWords = (level) => (level.grade ? words(`grade_${level.grade[0]}`) : "");

// A level in words, such as "Level 12, medium 4.2".
/** @param {Level} level */
function levelInWords(level) {
  const grade = level.grade ? `, ${gradeInWords(level)} ${decimal(level.grade[1])}` : "";
  return levelName(level) + grade;
}

// The local date as a text. These texts sort by date.
/** @param {Date} date */
function dayOf(date) {
  /** @type {(number: number) => string} */
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// The number of a day; the next day has the next number. Noon UTC avoids rounding to a neighbouring day.
/** @type {(day: string) => number} */
const dayNumber = (day) => Math.round(Date.parse(`${day}T12:00:00Z`) / 86_400_000 - 0.5);

// The words for a date's month, day and weekday, in the page's language and in English.
/** @param {Date} date */
function partsOf(date) {
  /** @type {Set<string>} */
  const months = new Set();
  /** @type {Set<string>} */
  const weekdays = new Set();
  for (const language of [EMBEDDED.language, "en"]) {
    for (const form of /** @type {const} */ (["short", "long"])) {
      /** @param {Intl.DateTimeFormatOptions} options */
      const plain = (options) => new Intl.DateTimeFormat(language, options).format(date).toLowerCase().replace(/\.$/, "");
      try {
        months.add(plain({ month: form }));
        weekdays.add(plain({ weekday: form }));
      } catch {
        // The browser does not know this language.
      }
    }
  }
  return { months: [...months], weekdays: [...weekdays], day: String(date.getDate()) };
}

// Whether a goal's name is a date: the day and the month, optionally the weekday, and nothing else.
/** @param {string} name @param {{ months: string[], weekdays: string[], day: string }} parts */
function isNamedBy(name, { months, weekdays, day }) {
  const found = new Set();
  /** @type {(all: string[], part: string) => boolean} */
  const like = (all, part) => part.length >= 2 && all.some((one) => one === part || (part.length >= 3 && one.startsWith(part)));
  for (const part of name.toLowerCase().split(/[\s,./-]+/).filter((one) => one !== "")) {
    if (part.replace(/^0/, "") === day) found.add("day");
    else if (like(months, part)) found.add("month");
    else if (like(weekdays, part)) found.add("weekday");
    else return false;
  }
  return found.has("day") && found.has("month");
}

// The level that is named by a date; null if there is none.
/** @param {Date} date */
function levelOfDate(date) {
  const parts = partsOf(date);
  return LEVELS.find(({ board, number }) => number === undefined && board && isNamedBy(board, parts)) ?? null;
}

/** @type {(a: number, b: number) => number} */
const greatest = (a, b) => (b === 0 ? a : greatest(b, a % b));

// The level of a day. If levels are named by dates, it is the level of the date. Otherwise levels
// follow one another in a scattered order, each once before any is repeated. Null if there are fewer than
// seven levels and none is named by the date.
/** @param {string} day */
function dailyLevel(day) {
  if (daily.day !== day) Object.assign(daily, { day, level: chosenLevel(day) });
  return daily.level;
}

/** @type {{ day: string, level: Level | null }} */
const daily = { day: "", level: null };

/** @param {string} day @returns {Level | null} */
function chosenLevel(day) {
  const [year, month, date] = day.split("-").map(Number);
  const dated = levelOfDate(new Date(year, month - 1, date));
  if (dated) return dated;
  const count = NUMBERED.length;
  if (count < 7) return null;
  let step = Math.max(1, Math.round(count * 0.618));
  while (greatest(step, count) > 1) step += 1;
  const start = parseInt(EMBEDDED.key.slice(0, 6), 16);
  return NUMBERED[(start + (dayNumber(day) % count) * step) % count];
}

const today = () => dayOf(new Date());
const isCalendar = LEVELS.length > 27 && levelOfDate(new Date()) !== null;

// The last day whose level was solved, and the number of consecutive days with a solved level up to
// it.
function streakSettings() {
  const { last, streak: days } = Object(settings().daily);
  return { last: typeof last === "string" ? last : null, days: whole(days) };
}

// The number of consecutive days whose level was solved, ending today or yesterday.
function streak() {
  const { last, days } = streakSettings();
  return last !== null && dayNumber(today()) - dayNumber(last) <= 1 ? days : 0;
}

// Records that today's level is solved; returns whether that is new.
/** @param {Level} level */
function solvedDaily(level) {
  const day = today();
  const { last } = streakSettings();
  if (dailyLevel(day) !== level || last === day) return false;
  const follows = last !== null && dayNumber(day) - dayNumber(last) === 1;
  saveSettings({ daily: { last: day, streak: follows ? streak() + 1 : 1 } });
  return true;
}

// The level that a page opens with if its link names none: in a calendar the level of today's date,
// otherwise the level played last if it is not solved, otherwise the first unsolved level.
function openingLevel() {
  const dated = isCalendar && levelOfDate(new Date());
  if (dated) return dated;
  const last = NUMBERED.find(({ key }) => key === settings().last);
  if (last && !isSolved(last)) return last;
  return NUMBERED.find((level) => !isSolved(level)) ?? NUMBERED[0] ?? LEVELS[0];
}

// The level that a link names; null if it names none.
/** @param {string} link */
function levelOfLink(link) {
  for (const field of link.replace(/^#/, "").split("&")) {
    const at = field.indexOf("=");
    if (!["challenge", "card", "goal"].includes(field.slice(0, at))) continue;
    try {
      const id = decodeURIComponent(field.slice(at + 1));
      return LEVELS.find((level) => level.id === id) ?? null;
    } catch {
      // A link with a malformed name is treated as if it named no level.
    }
  }
  return null;
}

// The level after another: the next unsolved one, or else the next one.
/** @param {Level} level */
function levelAfter(level) {
  const at = NUMBERED.indexOf(level);
  const order = [...NUMBERED.slice(at + 1), ...NUMBERED.slice(0, Math.max(0, at))];
  return order.find((other) => !isSolved(other)) ?? NUMBERED[at + 1] ?? null;
}

// The heading of a level in the dialog: its grade, or the first part of a name of two or three parts, such
// as the month.
/** @param {Level} level */
function headingOf(level) {
  if (level.id === "") return "";
  if (level.number !== undefined) return gradeInWords(level);
  const parts = (level.board ?? level.id).split(/,?\s+/);
  return parts.length === 2 || parts.length === 3 ? parts[0] : "";
}

/** @param {Level} level @param {string} heading */
function levelButton(level, heading) {
  const solved = isSolved(level);
  const here = level === LEVEL;
  const begun = !solved && progressOf(level).put.length > 0;
  const name = level.number ?? (heading ? (level.board ?? level.id).slice(heading.length).replace(/^,?\s+/, "") : levelName(level));
  const state = [solved ? words("state_solved") : begun ? words("state_begun") : null, dailyLevel(today()) === level ? words("state_daily") : null];
  return make("button", {
    type: "button", class: `level${solved ? " done" : ""}${begun ? " begun" : ""}${dailyLevel(today()) === level ? " daily" : ""}`,
    "data-level": level.index, "aria-current": here ? "true" : null,
    "aria-label": [levelInWords(level), ...state.filter(Boolean)].join(", "),
    on: { click: () => { byId("levels").close(); goTo(level); } },
  }, make("span", {}, name), solved ? make("span", { class: "tick", "aria-hidden": "true" }, "✓") : null);
}

// Opens the dialog to choose a level.
function chooseLevel() {
  /** @type {Map<string, Level[]>} */
  const groups = new Map();
  for (const level of LEVELS) {
    const heading = headingOf(level);
    groups.set(heading, [...groups.get(heading) ?? [], level]);
  }
  const sections = [...groups].map(([heading, levels]) => make("section", {},
    heading ? make("h3", {}, heading, make("span", { class: "quiet" }, ` ${words("solved_of", { solved: levels.filter(isSolved).length, all: levels.length })}`)) : null,
    make("div", { class: `level-grid${heading || levels[0].number !== undefined ? "" : " wide"}` }, levels.map((level) => levelButton(level, heading)))));
  const level = dailyLevel(today());
  fill(byId("levels"),
    make("div", { class: "row head" },
      make("h2", { id: "levels-title" }, words("levels")),
      level ? button(words("daily"), () => { byId("levels").close(); goTo(level); }, { "data-key": "daily", class: "main" }) : null,
      button("×", () => byId("levels").close(), { class: "close", "aria-label": words("close") })),
    streak() > 0 ? make("p", { id: "streak" }, words("streak", { count: streak() })) : null,
    ...sections);
  byId("levels").showModal();
  byId("levels").querySelector('[aria-current="true"]')?.focus();
}

// Whether two levels share the puzzle and its open cells.
/** @type {(one: Level, other: Level) => boolean} */
const isOnBoardOf = (one, other) => one.puzzle === other.puzzle && String(one.open) === String(other.open);

// Goes to a level. A level of another puzzle reloads the page.
/** @param {Level} level */
function goTo(level) {
  if (!isOnBoardOf(level, LEVEL)) {
    location.hash = `#play&${EMBEDDED.link}=${encodeURIComponent(level.id)}${EMBED ? "&embed" : ""}`;
    return;
  }
  begin(level);
}
