"use strict";
// The engine: the program that served the page, or the same program compiled for browsers.
//
// Each is an object (the second one is in wasm.js) with request(asked, work), download(spec, work),
// play(spec, work), isThere() and listen(onEvent, connected). `work` has a number `job`, under which progress is
// reported, and an abort signal.

const TOKEN = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

/** @returns {Engine} */
function nativeEngine() {
  const headers = { "X-Studio-Token": TOKEN };
  // Sends a request to the program. Throws if the program does not answer, or refuses the request.
  /** @type {(path: string, body: object, work?: Work) => Promise<Response>} */
  const post = async (path, body, { job, signal } = {}) => {
    /** @type {Record<string, string>} */
    const numbered = job === undefined ? {} : { "X-Studio-Job": String(job) };
    const reply = await fetch(path, {
      method: "POST", headers: { ...headers, ...numbered, "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
    });
    if (!reply.ok) throw new Refused(await reply.text(), reply.status);
    return reply;
  };

  // Whether the server of the studio answers.
  const isThere = () => fetch("texts.js", { cache: "no-store" }).then(({ ok }) => ok, () => false);

  // Sends a request to the session, and returns its reply.
  /** @type {Engine["request"]} */
  const request = async (asked, work) => (await post("request", asked, work)).json();

  // Downloads a file: returns its name, its contents, and how it differs from the request.
  /** @type {Engine["download"]} */
  async function download(spec, work) {
    const reply = await post("download", spec, work);
    const name = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "puzzle";
    return { name, blob: await reply.blob(), note: reply.headers.get("X-Studio-Note") };
  }

  // Makes a page on which the puzzle is played. Returns its address, and a note if it has fewer levels than
  // requested.
  /** @type {Engine["play"]} */
  const play = async (spec, work) => (await post("play", spec, work)).json();

  // Receives events while the page is open. It reconnects after a lost connection, with growing pauses, and
  // ends if the program rejects the page's token.
  /** @param {(event: StudioEvent) => void} onEvent @param {(is: boolean) => void} connected */
  async function listen(onEvent, connected) {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LAST_PAUSE)) {
      try {
        // Firefox would wait 20 s for its cache, although the response forbids storing it.
        const reply = await fetch("events", { headers, cache: "no-store" });
        if (!reply.ok) throw new Refused(await reply.text(), reply.status);
        connected(true);
        pause = FIRST_PAUSE;
        const reader = present(reply.body).pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          rest += value;
          const parts = rest.split("\n\n");
          rest = parts.pop() ?? "";
          // An error in a listener must not end the connection.
          for (const part of parts) if (part.startsWith("data: ")) queueMicrotask(() => onEvent(JSON.parse(part.slice(6))));
        }
      } catch (error) {
        if (error instanceof Refused && error.status === FORBIDDEN) {
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

// The first pause between attempts to reach the program, in milliseconds. Each further pause is twice as
// long.
const FIRST_PAUSE = 500;
// The longest pause between attempts to reach the program, in milliseconds.
const LAST_PAUSE = 5000;

/** @type {(milliseconds: number) => Promise<void>} */
const sleep = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

// The HTTP status with which the server rejects the page's token.
const FORBIDDEN = 403;

// The reason why something failed, as text.
/** @type {(error: unknown) => string} */
const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

// The error for a request that the program answered, but refused.
class Refused extends Error {
  /** @param {string} why @param {number} [status] */
  constructor(why, status) {
    super(why);
    this.status = status;
  }
}
