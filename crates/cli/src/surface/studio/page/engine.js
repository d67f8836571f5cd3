"use strict";
// What answers: the program that served the page, or the same program compiled for browsers.
//
// Both are an object (the other one is wasm.js) with request(asked), download(wanted), play(mining) and
// listen(hear, connected).

const TOKEN = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

function nativeEngine() {
  const headers = { "X-Studio-Token": TOKEN };
  // Fails if the program does not answer, or refuses.
  const post = async (path, body) => {
    const reply = await fetch(path, {
      method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Refused(await reply.text());
    return reply;
  };

  // The reply of the session.
  const request = async (asked) => (await post("request", asked)).json();

  // A file: its name and what it holds.
  async function download(wanted) {
    const reply = await post("download", wanted);
    const name = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1] ?? "puzzle";
    return { name, blob: await reply.blob() };
  }

  // The address of a page to be played.
  const play = async (mining) => (await post("play", mining)).json();

  // Hears events for ever; comes again when the connection is lost.
  async function listen(hear, connected) {
    for (;;) {
      try {
        // Firefox would wait 20 s for its cache, although the answer says that it is not to be stored.
        const reply = await fetch("events", { headers, cache: "no-store" });
        if (!reply.ok) throw new Refused(await reply.text());
        connected(true);
        const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          rest += value;
          const parts = rest.split("\n\n");
          rest = parts.pop();
          for (const part of parts) if (part.startsWith("data: ")) hear(JSON.parse(part.slice(6)));
        }
      } catch {
        // It comes again.
      }
      connected(false);
      await new Promise((resume) => setTimeout(resume, 500));
    }
  }

  return { request, download, play, listen, hasFiles: true };
}

// That the program answered, and refused.
class Refused extends Error {}
