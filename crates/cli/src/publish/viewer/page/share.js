// Sharing: links, and the result of a level without its solution.

/** @param {LevelResult} result */
function resultInWords({ hints, seconds }) {
  const how = hints === 0 ? words("solved_without_hint") : words("solved_with_hints", { hints: words("hints", { count: hints }) });
  return isTimed() ? words("solved_in", { how, time: timeInWords(seconds) }) : how;
}

// The page's public address; empty if it is a local file.
function address() {
  if (EMBEDDED.address) return EMBEDDED.address;
  return location.protocol.startsWith("http") ? location.href.split("#")[0] : "";
}

function sharedText() {
  const result = progressOf(LEVEL).solved ?? { hints: game.hints, seconds: secondsPlayed() };
  const text = words("shared", { title: EMBEDDED.title, level: levelInWords(LEVEL), result: resultInWords(result) });
  return streak() > 1 && dailyLevel(today()) === LEVEL ? `${text} ${words("streak", { count: streak() })}` : text;
}

/** @param {"shared" | "copied"} where @param {string} text */
function say(where, text) {
  const there = byId(where);
  if (there) fill(there, text);
  announce(text);
}

/** @param {string} text @param {"shared" | "copied"} where */
function copyText(text, where) {
  const copied = navigator.clipboard?.writeText(text);
  return (copied || Promise.reject(new Error("no clipboard"))).then(() => say(where, words("copied")), () => say(where, text));
}

function share() {
  const link = address();
  const url = link === "" ? {} : { url: `${link}#play&${EMBEDDED.link}=${encodeURIComponent(LEVEL.id)}` };
  const text = sharedText();
  const copy = () => copyText([text, url.url].filter(Boolean).join(" "), "shared");
  if (!navigator.share) return copy();
  return navigator.share({ title: EMBEDDED.title, text, ...url }).catch((error) => (error.name === "AbortError" ? undefined : copy()));
}

function copyLink() {
  const copied = navigator.clipboard?.writeText(location.href);
  (copied || Promise.reject(new Error("no clipboard"))).then(() => say("copied", words("copied")), () => say("copied", words("not_copied")));
}

// Notifies the page that embeds this one of an event.
/** @param {string} type */
function notifyParent(type, more = {}) {
  if (parent === window) return;
  parent.postMessage({ type: `tilewright:${type}`, page: EMBEDDED.key, level: LEVEL.id, number: LEVEL.number ?? null, ...more }, "*");
}

function watchSize() {
  if (parent === window) return;
  const report = () => notifyParent("size", { height: Math.ceil(document.body.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(document.body);
}
