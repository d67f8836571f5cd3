// The clock of a level: it runs while the board is looked at and not solved, and shows if the player wishes it.

const clock = { seconds: 0, since: null };

const secondsPlayed = () => clock.seconds + (clock.since === null ? 0 : (performance.now() - clock.since) / 1000);

function holdClock() {
  clock.seconds = secondsPlayed();
  clock.since = null;
}

// Goes on where there is something to be solved, and stops elsewhere.
function windClock() {
  holdClock();
  if (state.view === "play" && !document.hidden && !solved(standing(onBoard()))) clock.since = performance.now();
}

function setClock(seconds) {
  clock.seconds = seconds;
  clock.since = null;
}

const isTimed = () => wishes().timer === true;

function showClock() {
  const there = byId("timer");
  if (there) there.textContent = timeInWords(secondsPlayed());
}

setInterval(showClock, 1000);
