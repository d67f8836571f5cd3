// Browser storage: the progress of each level and the player's settings. Each level has a separate entry
// under a hash of its puzzle and givens, so progress survives when a deck grows, and a broken entry does
// not spoil others. If the browser cannot store anything, the page remembers until it is closed.

const STORE = "tilewright/1/";

const memory = new Map();

function kept(key) {
  try {
    const value = JSON.parse(memory.get(key) ?? localStorage.getItem(STORE + key));
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function keep(key, change) {
  const text = JSON.stringify({ ...kept(key), ...change });
  try {
    localStorage.setItem(STORE + key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

const whole = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : 0);

// The progress of a level: the placements on the board by name, the hints and seconds used so far, and the
// best result if it was ever solved.
function progressOf(level) {
  const { put, hints, seconds, solved } = kept(level.key);
  const best = solved !== null && typeof solved === "object" ? { hints: whole(solved.hints), seconds: whole(solved.seconds) } : null;
  const names = Array.isArray(put) ? put.filter((name) => typeof name === "string") : [];
  return { put: names, hints: whole(hints), seconds: whole(seconds), solved: best };
}

const isSolved = (level) => progressOf(level).solved !== null;

// The settings of the page as a whole.
const settings = () => kept(`page/${EMBEDDED.key}`);
const saveSettings = (change) => keep(`page/${EMBEDDED.key}`, change);
