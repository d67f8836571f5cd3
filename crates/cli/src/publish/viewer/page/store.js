// Browser storage: the progress of each level and the player's settings. Each level has a separate entry
// under a hash of its puzzle and givens, so progress survives when a deck grows, and a broken entry does
// not spoil others. If the browser cannot store anything, the page remembers until it is closed.

const STORE = "tilewright/1/";

/** @type {Map<string, string>} */
const memory = new Map();

/** @param {string} key @returns {Record<string, unknown>} */
function kept(key) {
  try {
    const value = JSON.parse(memory.get(key) ?? localStorage.getItem(STORE + key) ?? "{}");
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** @param {string} key @param {object} change */
function keep(key, change) {
  const text = JSON.stringify({ ...kept(key), ...change });
  try {
    localStorage.setItem(STORE + key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

/** @type {(value: unknown) => number} */
const whole = (value) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0);

// The progress of a level: the placements on the board by name, the hints and seconds used so far, and the
// best result if it was ever solved.
/** @param {LevelData} level @returns {{ put: string[], hints: number, seconds: number, solved: LevelResult | null }} */
function progressOf(level) {
  const { put, hints, seconds, solved } = kept(level.key);
  const { hints: bestHints, seconds: bestSeconds } = Object(solved);
  const best = solved !== null && typeof solved === "object" ? { hints: whole(bestHints), seconds: whole(bestSeconds) } : null;
  const names = Array.isArray(put) ? put.filter((name) => typeof name === "string") : [];
  return { put: names, hints: whole(hints), seconds: whole(seconds), solved: best };
}

/** @type {(level: LevelData) => boolean} */
const isSolved = (level) => progressOf(level).solved !== null;

// The settings of the page as a whole.
const settings = () => kept(`page/${EMBEDDED.key}`);
/** @type {(change: object) => void} */
const saveSettings = (change) => keep(`page/${EMBEDDED.key}`, change);
