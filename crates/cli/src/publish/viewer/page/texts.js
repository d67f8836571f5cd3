// The words of the page, in its language.

/** @type {PageData} */
const EMBEDDED = JSON.parse(byId("data").textContent);
const TEXTS = EMBEDDED.texts;

// The plural form for a number: one, few, other.
/** @type {(count: number) => Intl.LDMLPluralRule} */
const plural = (() => {
  try {
    const rules = new Intl.PluralRules(EMBEDDED.language);
    return (count) => rules.select(count);
  } catch {
    return (count) => (count === 1 ? "one" : "other");
  }
})();

// A text with its values filled in. If the text has a singular form, this form is used for a count
// of one. A long count may be passed as text.
/** @param {TextName} name @param {TextValues} values */
function words(name, values = {}) {
  const one = values.count !== undefined && plural(Number(values.count)) === "one" ? TEXTS[`${name}_one`] : undefined;
  return (one ?? TEXTS[name]).replace(/\ue000(\w+)\ue001/g, (_, value) => (
    value === "count" ? grouped(values.count) : String(values[value] ?? "")));
}

// The name of a piece in the page's language.
/** @type {(piece: PieceData) => string} */
const called = (piece) => piece.called;

// A number of cells in words, such as "12 squares".
/** @type {(count: number) => string} */
const cellsInWords = (count) => words(`cells_${DATA.cell.replace(/\W/g, "_")}`, { count });
/** @type {(count: number | string) => string} */
const solutionsInWords = (count) => words("solutions", { count });

// A time in seconds as 1:05.
/** @param {number} seconds */
function timeInWords(seconds) {
  const whole = Math.floor(seconds);
  /** @type {(number: number) => string} */
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
