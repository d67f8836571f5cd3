// The clock of a level. It runs while the page is visible and the board is not solved, and it is shown if
// the player wants it.

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

function setClock(seconds) {
  clock.seconds = seconds;
  clock.since = null;
}

const isTimed = () => settings().timer === true;

function showClock() {
  const there = byId("timer");
  if (there) there.textContent = timeInWords(secondsPlayed());
}

setInterval(showClock, 1000);
