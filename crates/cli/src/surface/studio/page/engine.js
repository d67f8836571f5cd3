"use strict";
// What answers: the program that served the page, or the same program compiled for browsers.
//
// Both are an object (the other one is wasm.js) with request(asked), download(wanted, work), play(mining, work),
// isThere() and listen(hear, connected). Work has a number, job, under which it is heard how far it is, and a signal
// that stops it.

const TOKEN = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

function nativeEngine() {
  const headers = { "X-Studio-Token": TOKEN };
  // Fails if the program does not answer, or refuses.
  const post = async (path, body, { job, signal } = {}) => {
    const numbered = job === undefined ? {} : { "X-Studio-Job": job };
    const reply = await fetch(path, {
      method: "POST", headers: { ...headers, ...numbered, "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
    });
    if (!reply.ok) throw new Refused(await reply.text(), reply.status);
    return reply;
  };

  // Whether the program answers at all.
  const isThere = () => fetch("texts.js", { cache: "no-store" }).then(({ ok }) => ok, () => false);

  // The reply of the session.
  const request = async (asked) => (await post("request", asked)).json();

  // A file: its name and what it holds.
  async function download(wanted, work) {
    const reply = await post("download", wanted, work);
    const name = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "puzzle";
    return { name, blob: await reply.blob() };
  }

  // The address of a page to be played.
  const play = async (mining, work) => (await post("play", mining, work)).json();

  // Hears events as long as the page is open; comes again when the connection is lost, less and less often. It
  // ends where the program does not know the page.
  async function listen(hear, connected) {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LAST_PAUSE)) {
      try {
        // Firefox would wait 20 s for its cache, although the answer says that it is not to be stored.
        const reply = await fetch("events", { headers, cache: "no-store" });
        if (!reply.ok) throw new Refused(await reply.text(), reply.status);
        connected(true);
        pause = FIRST_PAUSE;
        const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          rest += value;
          const parts = rest.split("\n\n");
          rest = parts.pop();
          // A fault in what hears them is no fault of the connection.
          for (const part of parts) if (part.startsWith("data: ")) queueMicrotask(() => hear(JSON.parse(part.slice(6))));
        }
      } catch (error) {
        if (error.status === FORBIDDEN) {
          halt(error.message);
          return;
        }
        if (error instanceof Refused) say(error.message);
      }
      connected(false);
      await sleep(pause);
    }
  }

  return { request, download, play, listen, isThere, hasFiles: true };
}

// The first and the longest time between two attempts to reach the program, in milliseconds.
const FIRST_PAUSE = 500;
const LAST_PAUSE = 5000;

const sleep = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

// The status of a program that does not know the page.
const FORBIDDEN = 403;

// That the program answered, and refused.
class Refused extends Error {
  constructor(why, status) {
    super(why);
    this.status = status;
  }
}
