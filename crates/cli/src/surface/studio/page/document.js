"use strict";
// The document as the page knows it, and the changes waiting to be sent.

// The session's last view; null before the first reply.
/** @type {View} */
let VIEW = /** @type {any} */ (null);
/** @type {Reply} */
let REPLY = /** @type {any} */ (null);
/** @type {Engine} */
let ENGINE = /** @type {any} */ (null);

// Requests in order. Unanswered changes are also stored in the browser, so closing the page while the
// program is not running loses nothing. A studio restarted on the same puzzle has the same port and token;
// one on another puzzle does not take these changes.
/** @type {StudioRequest[]} */
const QUEUE = [];
const KEPT = `studio-queue-${location.port}-${TOKEN.slice(0, 8)}`;
let isBusy = false;

// Abandons the first request of the queue, which is being sent.
let leaveFirst = () => {};

/** @type {(request: StudioRequest) => boolean} */
const isText = ({ change }) => change?.edit === "text";

// Why sending has stopped until the user decides; null if it has not.
/** @type {string | null} */
let HALTED = null;

// If a request fails this many times in a row while the program answers other requests, sending stops until the
// user decides.
const ATTEMPTS = 3;

/** @type {(() => void)[]} */
const LISTENERS = [];
/** @type {(listener: () => void) => void} */
const onView = (listener) => { LISTENERS.push(listener); };

/** @type {(edit: Edit | undefined) => edit is PaintEdit} */
const isPaint = (edit) => edit?.edit === "paint";

// Appends a request to the queue.
/** @param {StudioRequest} request */
function ask(request) {
  const last = QUEUE[QUEUE.length - 1];
  // Waiting changes of one stroke are merged.
  const joins = !isBusy || QUEUE.length > 1;
  const [a, b] = [last?.change, request.change];
  if (joins && isPaint(a) && isPaint(b) && a.stroke === b.stroke && a.mark === b.mark) {
    a.cells.push(...b.cells);
  } else {
    // If the program is still reading an older text, that request is abandoned in favour of the newer text.
    const isNewer = isBusy && QUEUE.length === 1 && isText(last) && isText(request);
    QUEUE.push(request);
    if (isNewer) leaveFirst();
  }
  keepQueue();
  return work();
}

// Whether the puzzle differs from its file, or will differ after the changes that are not sent yet.
const isUnsaved = () => REPLY.is_unsaved || isTyped() || QUEUE.some(({ request }) => request === "edit");

/** @type {(edit: Edit) => Promise<void>} */
const change = (edit) => ask({ request: "edit", change: edit, base: null });

// Waits until the program has all changes, those that are being typed too, so that a job is about the puzzle
// that the page shows.
async function isSent() {
  sendTyped();
  const isWaiting = () => QUEUE.length > 0 && HALTED === null;
  while (isWaiting()) await sleep(20);
}

function keepQueue() {
  drawState();
  try {
    const changes = QUEUE.filter(({ request }) => request === "edit");
    if (changes.length === 0) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify(changes));
  } catch {
    // Without storage, the changes are kept only while the page is open.
  }
}

// Loads the changes that an earlier page could not send.
function takeKept() {
  try {
    QUEUE.push(...JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
  } catch {
    // There is no storage, or the stored text is not a list of changes.
  }
}

// Sends the requests in the queue, one after another.
async function work() {
  if (isBusy) return;
  isBusy = true;
  try {
    let failures = 0;
    while (QUEUE.length > 0 && HALTED === null) {
      const reply = await replyTo(QUEUE[0]);
      if (reply === undefined) {
        failures += 1;
        if (failures >= ATTEMPTS) halt(text("not-sent"));
        continue;
      }
      failures = 0;
      if (HALTED !== null) break;
      QUEUE.shift();
      keepQueue();
      if (reply !== null) take(reply);
    }
  } finally {
    isBusy = false;
  }
}

// The reply to a request; null if the request was refused or abandoned. If the request was not delivered, waits
// until the program answers again, and returns undefined.
/** @param {StudioRequest} request */
async function replyTo(request) {
  const leaving = new AbortController();
  leaveFirst = () => leaving.abort();
  try {
    return await ENGINE.request(request, { signal: leaving.signal });
  } catch (error) {
    if (leaving.signal.aborted) return null;
    if (error instanceof Refused && error.status === FORBIDDEN) halt(error.message);
    else if (error instanceof Refused) say(text("refused", { why: error.message }));
    else {
      await programBack();
      return undefined;
    }
    return null;
  }
}

// Waits until the program answers.
async function programBack() {
  for (let pause = FIRST_PAUSE; !(await ENGINE.isThere()); pause = Math.min(2 * pause, LAST_PAUSE)) {
    setConnected(false);
    await sleep(pause);
  }
}

// Stops sending, and shows why.
/** @param {string} why */
function halt(why) {
  HALTED = why;
  drawBanners();
}

// Resumes sending, with or without the request that could not be sent.
/** @param {{ without: boolean }} how */
function resume({ without }) {
  HALTED = null;
  if (without) QUEUE.shift();
  keepQueue();
  drawBanners();
  work();
}

// Shows a reply of the session.
/** @param {Reply} reply */
function take(reply) {
  setConnected(true);
  REPLY = reply;
  VIEW = reply.view;
  if (reply.is_conflict) setFileChanged(true);
  else if (reply.refused) say(text("refused", { why: reply.refused }));
  if (reply.set) takeSet(reply.set);
  if (reply.piece) takePiece(reply.piece);
  if (reply.gallery) takeGallery(reply.gallery);
  for (const listener of LISTENERS) listener();
}

// The answers about the document, by kind. Answers with the same number belong to the same inquiry.
/** @type {Map<string, AnswerEvent>} */
const ANSWERS = new Map();
let number = 0;
let answeredRevision = -1;
/** @type {((event: AnswerEvent) => void)[]} */
const ANSWER_LISTENERS = [];
/** @type {(listener: (event: AnswerEvent) => void) => void} */
const onAnswer = (listener) => { ANSWER_LISTENERS.push(listener); };

// Forgets the answers, and requests the view.
function forgetAnswers() {
  ANSWERS.clear();
  number = 0;
  if (QUEUE.length === 0) ask({ request: "view" });
}

/** @param {StudioEvent} event */
function onEvent(event) {
  if (event.event === "revision") {
    if (VIEW && event.revision !== VIEW.revision && !isBusy && QUEUE.length === 0) ask({ request: "view" });
    return;
  }
  if (event.event === "job") {
    showJobProgress(event);
    return;
  }
  if (event.event === "file") {
    setFileChanged(event.is_changed);
    return;
  }
  if (event.number !== number) {
    number = event.number;
    answeredRevision = event.revision;
    ANSWERS.clear();
  }
  ANSWERS.set(event.answer === "unknown" ? `unknown-${event.question}` : event.answer, event);
  for (const listener of ANSWER_LISTENERS) listener(event);
}

// The latest answer of this kind; undefined if there is none about the visible revision.
/** @type {<Kind extends keyof KnownAnswers>(kind: Kind) => KnownAnswers[Kind] | undefined} */
const answer = (kind) => /** @type {any} */ (VIEW && answeredRevision === VIEW.revision ? ANSWERS.get(kind) : undefined);
