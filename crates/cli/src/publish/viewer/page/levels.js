// What is played, in which order, which of it today, and how a player chooses.

const LEVELS = EMBEDDED.levels.map((level, index) => ({ ...level, index }));
// Those that have a number, or are goals: the puzzle as it is counts for none.
const NUMBERED = LEVELS.filter(({ id }) => id !== "");

// What a level is called.
function levelName(level) {
  if (level.id === "") return words(LEVELS.length > 1 || level.challenge === undefined ? "free_play" : "the_puzzle");
  if (level.number === undefined) return level.board ?? level.id;
  const name = words("level", { number: level.number });
  return level.board ? `${name} · ${level.board}` : name;
}

const gradeInWords = (level) => (level.grade ? words(`grade_${level.grade[0]}`) : "");

// "Level 12, medium 4.2"
function levelInWords(level) {
  const grade = level.grade ? `, ${gradeInWords(level)} ${decimal(level.grade[1])}` : "";
  return levelName(level) + grade;
}

// A day as a text that sorts, by the clock of the place.
function dayOf(date) {
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

// The number of a day, one more for each: noon is in the same day in every place.
const dayNumber = (day) => Math.round(Date.parse(`${day}T12:00:00Z`) / 86_400_000 - 0.5);

// Words for the month, the day and the weekday of a date, in the page's language and in English.
function partsOf(date) {
  const months = new Set();
  const weekdays = new Set();
  for (const language of [EMBEDDED.language, "en"]) {
    for (const form of ["short", "long"]) {
      const plain = (options) => new Intl.DateTimeFormat(language, options).format(date).toLowerCase().replace(/\.$/, "");
      try {
        months.add(plain({ month: form }));
        weekdays.add(plain({ weekday: form }));
      } catch {
        // A language that the browser does not know.
      }
    }
  }
  return { months: [...months], weekdays: [...weekdays], day: String(date.getDate()) };
}

// Whether a goal is named by a date: it has its day and its month, perhaps the weekday, and nothing else.
function isNamedBy(name, { months, weekdays, day }) {
  const found = new Set();
  const like = (all, part) => part.length >= 2 && all.some((one) => one === part || (part.length >= 3 && one.startsWith(part)));
  for (const part of name.toLowerCase().split(/[\s,./-]+/).filter((one) => one !== "")) {
    if (part.replace(/^0/, "") === day) found.add("day");
    else if (like(months, part)) found.add("month");
    else if (like(weekdays, part)) found.add("weekday");
    else return false;
  }
  return found.has("day") && found.has("month");
}

// The level of today, if levels are dates.
function levelOfDate(date) {
  const parts = partsOf(date);
  return LEVELS.find(({ board, number }) => number === undefined && board && isNamedBy(board, parts)) ?? null;
}

const greatest = (a, b) => (b === 0 ? a : greatest(b, a % b));

// The level of a day: that of the date, if levels are dates; else one after the other in an order that jumps about, each
// once before any comes again.
function dailyLevel(day) {
  if (dailyLevel.day !== day) Object.assign(dailyLevel, { day, level: chosenLevel(day) });
  return dailyLevel.level;
}

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

// How many days in a row the level of the day was solved, today or yesterday at last.
function streak() {
  const { daily } = wishes();
  if (daily === null || typeof daily !== "object" || typeof daily?.last !== "string") return 0;
  return dayNumber(today()) - dayNumber(daily.last) <= 1 ? whole(daily.streak) : 0;
}

// Notes that the level of today is solved; whether that is new.
function solvedDaily(level) {
  const day = today();
  if (dailyLevel(day) !== level || wishes().daily?.last === day) return false;
  const before = wishes().daily?.last;
  const follows = typeof before === "string" && dayNumber(day) - dayNumber(before) === 1;
  wish({ daily: { last: day, streak: follows ? streak() + 1 : 1 } });
  return true;
}

// The level with which a page begins that nobody has told another: today's date; what was played last; what comes
// first and is not solved.
function openingLevel() {
  const dated = isCalendar && levelOfDate(new Date());
  if (dated) return dated;
  const last = NUMBERED.find(({ key }) => key === wishes().last);
  if (last && !isSolved(last)) return last;
  return NUMBERED.find((level) => !isSolved(level)) ?? NUMBERED[0] ?? LEVELS[0];
}

// The level that a link names; null if it names none.
function levelOfLink(link) {
  for (const field of link.replace(/^#/, "").split("&")) {
    const at = field.indexOf("=");
    if (!["challenge", "card", "goal"].includes(field.slice(0, at))) continue;
    try {
      const id = decodeURIComponent(field.slice(at + 1));
      return LEVELS.find((level) => level.id === id) ?? null;
    } catch {
      // It names none.
    }
  }
  return null;
}

// What comes after a level: the next one that is not solved, or else the next one.
function levelAfter(level) {
  const at = NUMBERED.indexOf(level);
  const order = [...NUMBERED.slice(at + 1), ...NUMBERED.slice(0, Math.max(0, at))];
  return order.find((other) => !isSolved(other)) ?? NUMBERED[at + 1] ?? null;
}

// Under which heading a level stands in the choice: its grade, or the first part of a name of two or three, as the month.
function headingOf(level) {
  if (level.id === "") return "";
  if (level.number !== undefined) return gradeInWords(level);
  const parts = (level.board ?? level.id).split(/,?\s+/);
  return parts.length === 2 || parts.length === 3 ? parts[0] : "";
}

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

// Opens the choice of levels.
function chooseLevel() {
  const groups = new Map();
  for (const level of LEVELS) {
    const heading = headingOf(level);
    if (!groups.has(heading)) groups.set(heading, []);
    groups.get(heading).push(level);
  }
  const sections = [...groups].map(([heading, levels]) => make("section", {},
    heading ? make("h3", {}, heading, make("span", { class: "quiet" }, ` ${words("solved_of", { solved: levels.filter(isSolved).length, all: levels.length })}`)) : null,
    make("div", { class: `level-grid${heading || levels[0].number !== undefined ? "" : " wide"}` }, levels.map((level) => levelButton(level, heading)))));
  const daily = dailyLevel(today());
  fill(byId("levels"),
    make("div", { class: "row head" },
      make("h2", { id: "levels-title" }, words("levels")),
      daily ? button(words("daily"), () => { byId("levels").close(); goTo(daily); }, { "data-key": "daily", class: "main" }) : null,
      button("×", () => byId("levels").close(), { class: "close", "aria-label": words("close") })),
    streak() > 0 ? make("p", { id: "streak" }, words("streak", { count: streak() })) : null,
    ...sections);
  byId("levels").showModal();
  byId("levels").querySelector('[aria-current="true"]')?.focus();
}

// Whether two levels have the same puzzle.
const isOnBoardOf = (one, other) => one.puzzle === other.puzzle && String(one.open) === String(other.open);

// Goes to a level. That of another puzzle begins the page again.
function goTo(level) {
  if (!isOnBoardOf(level, LEVEL)) {
    location.hash = `#play&${EMBEDDED.link}=${encodeURIComponent(level.id)}${EMBED ? "&embed" : ""}`;
    return;
  }
  begin(level);
}
