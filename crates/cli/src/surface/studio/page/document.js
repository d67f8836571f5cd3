"use strict";
// The document as the page knows it, and the changes on their way.

// What there is to see, as the session said last; null before it has said anything.
let VIEW = null;
let REPLY = null;
let ENGINE = null;

// Requests in the order in which they are to be made. They are kept in the browser too, until they are
// answered, so that a page that is closed while the program is away loses nothing. A studio that is started again
// on the same puzzle has the same port and token; one on another puzzle takes none of them.
const QUEUE = [];
const KEPT = `studio-queue-${location.port}-${TOKEN.slice(0, 8)}`;
let isBusy = false;

// Why nothing is sent any more, until a person says how to go on; null if all is well.
let HALTED = null;

// A request that cannot be sent so often, while the program answers others, is not sent again.
const ATTEMPTS = 3;

const LISTENERS = [];
const onView = (listener) => LISTENERS.push(listener);

// Puts a request at the end of the queue.
function ask(request) {
  const last = QUEUE[QUEUE.length - 1];
  // Strokes that wait become one.
  const joins = !isBusy || QUEUE.length > 1;
  const [a, b] = [last?.change, request.change];
  if (joins && a?.edit === "paint" && b?.edit === "paint" && a.stroke === b.stroke && a.mark === b.mark) {
    a.cells.push(...b.cells);
  } else {
    QUEUE.push(request);
  }
  keepQueue();
  return work();
}

const change = (edit) => ask({ request: "edit", change: edit, base: null });

function keepQueue() {
  try {
    const changes = QUEUE.filter(({ request }) => request === "edit");
    if (changes.length === 0) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify(changes));
  } catch {
    // Without a storage they are kept as long as the page is open.
  }
}

// Changes that an earlier page could not hand over.
function takeKept() {
  try {
    QUEUE.push(...JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
  } catch {
    // There are none.
  }
}

// Makes the requests of the queue, one after the other.
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

// What a request is replied; null if it is refused, undefined if it did not arrive and the program is back.
async function replyTo(request) {
  try {
    return await ENGINE.request(request);
  } catch (error) {
    if (error.status === FORBIDDEN) halt(error.message);
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

// Sends nothing more, and says why.
function halt(why) {
  HALTED = why;
  drawBanners();
}

// Sends again, or leaves out what could not be sent.
function resume({ without }) {
  HALTED = null;
  if (without) QUEUE.shift();
  keepQueue();
  drawBanners();
  work();
}

// Shows what a session has replied.
function take(reply) {
  setConnected(true);
  REPLY = reply;
  VIEW = reply.view;
  if (reply.is_conflict) setFileChanged(true);
  else if (reply.refused) say(text("refused", { why: reply.refused }));
  if (reply.set) takeSet(reply.set);
  for (const listener of LISTENERS) listener();
}

// Answers about the document, by kind; those of one question belong together.
const ANSWERS = new Map();
let number = 0;
let answeredRevision = -1;
const ANSWER_LISTENERS = [];
const onAnswer = (listener) => ANSWER_LISTENERS.push(listener);

// Forgets the answers, and asks what there is to see.
function forgetAnswers() {
  ANSWERS.clear();
  number = 0;
  if (QUEUE.length === 0) ask({ request: "view" });
}

function hear(event) {
  if (event.event === "revision") {
    if (VIEW && event.revision !== VIEW.revision && !isBusy && QUEUE.length === 0) ask({ request: "view" });
    return;
  }
  if (event.event === "job") {
    hearJob(event);
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

// The answer of a kind, if it is about what is seen.
const answer = (kind) => (VIEW && answeredRevision === VIEW.revision ? ANSWERS.get(kind) : undefined);
