"use strict";
// The engine of a page without the program: the library in workers.

function wasmEngine() {
  const KEPT_TEXT = "studio-text";
  let module = null;
  let session = null;
  let answering = null;
  let hear = () => {};
  let number = 0;
  let last = null;

  // A worker in which things are called one after the other.
  function worker() {
    const thread = new Worker("worker.js");
    const waiting = new Map();
    let id = 0;
    thread.onmessage = ({ data }) => {
      const call = waiting.get(data.id);
      if (!call) return;
      if (data.told !== undefined) call.tell(data.told);
      else {
        waiting.delete(data.id);
        if (data.failed) call.fail(new Refused(data.failed));
        else call.end();
      }
    };
    const run = (message, tell = () => {}) => new Promise((end, fail) => {
      id += 1;
      waiting.set(id, { tell, end, fail });
      thread.postMessage({ ...message, id });
    });
    const ready = run({ module });
    return { call: async (name, what, tell) => { await ready; await run({ call: name, what }, tell); }, end: () => thread.terminate() };
  }

  const stored = () => {
    try { return localStorage.getItem(KEPT_TEXT); } catch { return null; }
  };

  // The text that a link holds: #text=… in base 64.
  const linked = () => {
    const packed = new URLSearchParams(location.hash.slice(1)).get("text");
    if (!packed) return null;
    try {
      return new TextDecoder().decode(Uint8Array.from(atob(packed), (byte) => byte.charCodeAt(0)));
    } catch {
      return null;
    }
  };

  async function start() {
    module = await WebAssembly.compileStreaming(fetch("studio.wasm"));
    session = worker();
    await session.call("open", { name: "puzzle.ron", text: linked() ?? stored() });
  }
  const started = start();

  async function request(asked) {
    await started;
    let replied = null;
    await session.call("request", asked, (told) => { replied = told; });
    if (!replied) throw new Refused("this is no request");
    const { reply } = replied;
    const isFirst = last === null;
    last = reply;
    try { localStorage.setItem(KEPT_TEXT, reply.view.text); } catch { /* There is no storage. */ }
    if (replied.is_changed || isFirst) inquire(null);
    else if (replied.asks) inquire(asked.question);
    else if (asked.request === "stop") stopAnswers();
    return reply;
  }

  // Asks about the document as it is; what was asked before ends.
  function inquire(ask) {
    if (ask && answering) {
      // The worker that has answered everything is asked once more from the start.
      answering.end();
    } else {
      number += 1;
      answering?.end();
    }
    const { view, goal } = last;
    const mine = number;
    const { revision } = view;
    answering = worker();
    const about = { name: "puzzle.ron", text: view.text, goal, ask, download: null };
    const isSolution = ({ answer }) => answer === "solution";
    answering.call("inquire", about, (answer) => {
      // A random solution is what was asked; the others are known.
      if (ask && !(isSolution(answer) && answer.is_random)) return;
      if (mine === number) hear({ number: mine, revision, ...answer });
    }).catch((error) => hear({ number: mine, revision, answer: "unknown", question: "count", why: error.message }));
  }

  // What is answered ends; its worker does, for it hears nothing while it is at work.
  function stopAnswers() {
    answering?.end();
    answering = null;
    hear({ number, revision: last.view.revision, answer: "stopped" });
  }

  async function download(wanted, { signal } = {}) {
    await started;
    const { view, goal } = last;
    const making = worker();
    let made = null;
    const stopped = new Promise((_, fail) => { signal?.addEventListener("abort", () => fail(signal.reason)); });
    const done = making.call("make", { name: "puzzle.ron", text: view.text, goal, ask: null, download: wanted }, (told) => { made = told; });
    try {
      await Promise.race([done, stopped]);
    } finally {
      making.end();
    }
    if (!made || made.refused) throw new Refused(made?.refused ?? "");
    return { name: made.name, blob: new Blob([Uint8Array.from(made.bytes)], { type: made.media_type }) };
  }

  async function play(mining, work) {
    const { blob } = await download({ download: "page", ...mining }, work);
    return `play.html#${URL.createObjectURL(blob)}`;
  }

  function listen(listener, connected) {
    hear = listener;
    connected(true);
  }

  const isThere = async () => true;

  return { request, download, play, listen, isThere, hasFiles: false };
}
