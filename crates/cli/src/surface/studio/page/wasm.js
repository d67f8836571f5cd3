"use strict";
// The engine of a page that no program serves: the library as WebAssembly, in web workers. A first module draws
// and answers. A larger one, which also makes files, is loaded for the first file.

/** @returns {Engine} */
function wasmEngine() {
  const KEPT_TEXT = "studio-text";
  /** @type {WebAssembly.Module | null} */
  let drawing = null;
  /** @type {Promise<WebAssembly.Module> | null} */
  let making = null;
  /** @type {ReturnType<typeof worker> | null} */
  let session = null;
  /** @type {ReturnType<typeof worker> | null} */
  let answering = null;
  /** @type {(event: StudioEvent) => void} */
  let onEvent = () => {};
  let number = 0;
  // How the last count was made: a count of a similar puzzle is made in the same way.
  /** @type {object | null} */
  let precedent = null;
  /** @type {Reply | null} */
  let last = null;

  // Loads a module. It is compiled while it loads, if the web server sends the media type of WebAssembly.
  /** @param {string} name */
  async function load(name) {
    const reply = await fetch(name);
    if (!reply.ok) throw new Refused(text("not-loaded", { name, status: reply.status }));
    const isNamed = reply.headers.get("Content-Type")?.startsWith("application/wasm");
    return isNamed ? WebAssembly.compileStreaming(reply) : WebAssembly.compile(await reply.arrayBuffer());
  }

  // Loads the module that makes files. If that fails now, the next request for a file tries again.
  function makingModule() {
    making ??= load("making.wasm").catch((error) => {
      making = null;
      throw error instanceof Refused ? error : new Refused(reasonOf(error));
    });
    return making;
  }

  // A worker that executes calls of a module one after another.
  /** @param {WebAssembly.Module} module */
  function worker(module) {
    const thread = new Worker("worker.js");
    /** @type {Map<number, { tell: (value: any) => void, end: () => void, fail: (error: Error) => void }>} */
    const waiting = new Map();
    let id = 0;
    thread.onmessage = ({ data }) => {
      const call = waiting.get(data.id);
      if (!call) return;
      if (data.value !== undefined) call.tell(data.value);
      else {
        waiting.delete(data.id);
        if (data.failed) call.fail(new Refused(data.failed));
        else call.end();
      }
    };
    /** @type {(message: object, tell?: (value: any) => void) => Promise<void>} */
    const run = (message, tell = () => {}) => new Promise((end, fail) => {
      id += 1;
      waiting.set(id, { tell, end, fail });
      thread.postMessage({ ...message, id });
    });
    const ready = run({ module });
    /** @type {(name: string, what: object, tell?: (value: any) => void) => Promise<void>} */
    const call = async (name, what, tell) => { await ready; await run({ call: name, what }, tell); };
    return { call, end: () => thread.terminate() };
  }

  // The last text that this tab has stored; in a new tab, the last one that any tab has stored.
  const stored = () => {
    try { return sessionStorage.getItem(KEPT_TEXT) ?? localStorage.getItem(KEPT_TEXT); } catch { return null; }
  };

  /** @param {string} kept */
  function store(kept) {
    try {
      sessionStorage.setItem(KEPT_TEXT, kept);
      localStorage.setItem(KEPT_TEXT, kept);
    } catch { /* No storage is available. */ }
  }

  // The text in the address of the page, #text=… in base 64; null if there is none. It is taken out of
  // the address, so that the page shows its last text when it is loaded again.
  function takeLinked() {
    const packed = location.hash.startsWith(LINK) ? location.hash.slice(LINK.length) : null;
    if (packed === null) return null;
    history.replaceState(null, "", location.pathname + location.search);
    try {
      return new TextDecoder().decode(Uint8Array.from(atob(packed), (byte) => byte.charCodeAt(0)));
    } catch {
      return null;
    }
  }

  // Opens the text of a link in place of the current text, which undo restores.
  function openLinked() {
    const linked = takeLinked();
    if (linked !== null) change({ edit: "text", text: linked });
  }

  async function start() {
    drawing = await load("studio.wasm");
    await openSession();
  }

  async function openSession() {
    session = worker(present(drawing));
    await session.call("open", { name: "puzzle.ron", text: last?.view.text ?? stored() });
  }
  const started = start();

  /** @param {StudioRequest} asked */
  async function request(asked) {
    await started;
    /** @type {({ reply: Reply, is_changed: boolean, asks: boolean } | null)[]} */
    const replies = [];
    try {
      await present(session).call("request", asked, (value) => { replies.push(value); });
    } catch (error) {
      // The library has failed, so its memory may be inconsistent. A new worker opens the session again.
      present(session).end();
      await openSession();
      throw error;
    }
    const replied = replies.pop();
    if (!replied) throw new Refused("this is no request");
    const { reply } = replied;
    const isFirst = last === null;
    last = reply;
    store(reply.view.text);
    if (replied.is_changed || isFirst) inquire(null);
    else if (asked.request === "ask" && replied.asks) inquire(asked.question);
    else if (asked.request === "stop") stopAnswers();
    return reply;
  }

  // Starts a worker that answers about the current document, and ends the previous one.
  /** @param {Question | null} ask */
  function inquire(ask) {
    if (ask && answering) {
      // The answers so far stay valid, so the number of the inquiry stays the same. Only the worker is
      // replaced.
      answering.end();
    } else {
      number += 1;
      answering?.end();
    }
    const { view, goal } = present(last);
    const mine = number;
    const { revision } = view;
    answering = worker(present(drawing));
    const about = { name: "puzzle.ron", text: view.text, goal, room: view.canvas.room, ask, precedent };
    /** @param {AnswerOf} answer */
    const isSolution = ({ answer }) => answer === "solution";
    answering.call("inquire", about, (answer) => {
      // Only the random solution was requested; the other answers are known.
      if (ask && !(isSolution(answer) && answer.is_random)) return;
      if (answer.answer === "count") precedent = answer.precedent ?? precedent;
      if (mine === number) onEvent({ number: mine, revision, ...answer });
    }).catch((error) => onEvent({ number: mine, revision, answer: "unknown", question: "count", why: reasonOf(error) }));
  }

  // Stops the answers by terminating their worker, which receives no messages while it computes.
  function stopAnswers() {
    answering?.end();
    answering = null;
    onEvent({ number, revision: present(last).view.revision, answer: "stopped" });
  }

  // Makes a file in a separate worker, so that several jobs can run at once. A job is stopped by
  // ending its worker.
  /** @param {DownloadSpec} spec @param {Work} [work] @returns {Promise<MadeFile>} */
  async function download(spec, { job, signal } = {}) {
    await started;
    // If the job was stopped before this line, the event `abort` has already occurred, and a listener would
    // miss it.
    signal?.throwIfAborted();
    const { view, goal } = present(last);
    const stopped = new Promise((_, fail) => { signal?.addEventListener("abort", () => fail(signal.reason)); });
    const maker = worker(await Promise.race([makingModule(), stopped]));
    /** @type {MadeMessage[]} */
    const files = [];
    const about = { name: "puzzle.ron", text: view.text, goal, download: spec };
    /** @param {MadeMessage | JobProgress} value */
    const take = (value) => {
      if (!("words" in value)) files.push(value);
      else if (job !== undefined) showJobProgress({ job, ...value });
    };
    const done = maker.call("make", about, take);
    try {
      await Promise.race([done, stopped]);
    } finally {
      maker.end();
    }
    const made = files.pop();
    if (!made || made.refused) throw new Refused(made?.refused ?? "");
    return { name: made.name, blob: new Blob([Uint8Array.from(made.bytes)], { type: made.media_type }), note: made.note };
  }

  /** @param {PageSpec} spec @param {Work} [work] */
  async function play(spec, work) {
    const { blob, note } = await download(spec, work);
    return { address: `play.html#${URL.createObjectURL(blob)}`, note };
  }

  /** @param {(event: StudioEvent) => void} listener @param {(is: boolean) => void} connected */
  function listen(listener, connected) {
    onEvent = listener;
    connected(true);
    openLinked();
    addEventListener("hashchange", openLinked);
  }

  const isThere = () => Promise.resolve(true);

  return { request, download, play, listen, isThere, hasFiles: false };
}
