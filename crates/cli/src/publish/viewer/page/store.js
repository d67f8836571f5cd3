// What the browser keeps: how far each level is, and what the player wishes. Every level has an entry of its own under
// a hash of its puzzle and givens, so a deck that grows keeps its progress, and no broken entry spoils another. Where
// nothing can be kept, the page remembers until it is closed.

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

// How far a level is: what lies on the board by name, the hints and seconds that it took, whether it was ever solved,
// and in how many seconds and with how many hints.
function progressOf(level) {
  const { put, hints, seconds, solved } = kept(level.key);
  const best = solved !== null && typeof solved === "object" ? { hints: whole(solved.hints), seconds: whole(solved.seconds) } : null;
  const names = Array.isArray(put) ? put.filter((name) => typeof name === "string") : [];
  return { put: names, hints: whole(hints), seconds: whole(seconds), solved: best };
}

const isSolved = (level) => progressOf(level).solved !== null;

// What belongs to the page as a whole.
const wishes = () => kept(`page/${EMBEDDED.key}`);
const wish = (change) => keep(`page/${EMBEDDED.key}`, change);
