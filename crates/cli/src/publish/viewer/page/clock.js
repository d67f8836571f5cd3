// The clock of a level. It runs while the page is visible and the board is not solved, and it is shown if
// the player wants it.

/** @type {{ seconds: number, since: number | null }} */
const clock = { seconds: 0, since: null };

const secondsPlayed = () => clock.seconds + (clock.since === null ? 0 : (performance.now() - clock.since) / 1000);

function holdClock() {
  clock.seconds = secondsPlayed();
  clock.since = null;
}

// Runs the clock if there is something to solve; stops it otherwise.
function windClock() {
  holdClock();
  if (state.view === "play" && !document.hidden && !solved(standing(onBoard()))) clock.since = performance.now();
}

/** @param {number} seconds */
function setClock(seconds) {
  clock.seconds = seconds;
  clock.since = null;
}

const isTimed = () => settings().timer === true;

function showClock() {
  const there = byId("timer");
  if (there) fill(there, timeInWords(secondsPlayed()));
}

setInterval(showClock, 1000);
