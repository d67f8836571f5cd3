"use strict";
// Jobs: files being made and searches. Each is shown until it is done, with a button that stops it.

// By job number: { name, words, stop }.
const JOBS = new Map();
let lastJob = Date.now() % 1e9 * 1000;

// Runs a job under a name; `run` takes { job, signal }. Returns null if it was stopped, here or by the
// caller.
async function runJob(name, run, stopping = new AbortController()) {
  lastJob += 1;
  const job = lastJob;
  JOBS.set(job, { name, words: text("begun"), stop: () => stopping.abort() });
  drawJobs();
  try {
    return await run({ job, signal: stopping.signal });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    announce(text("stopped", { name }));
    return null;
  } finally {
    JOBS.delete(job);
    drawJobs();
  }
}

function drawJobs() {
  const row = ([job, { name, words, stop }]) => make("div", { class: "banner" },
    make("strong", {}, name), make("span", { class: "words", "data-job": job }, words),
    button(text("stop"), stop, { "data-key": `stop-${job}`, "aria-label": text("stop-job", { name }) }));
  keepingFocus(byId("jobs"), () => fill(byId("jobs"), [...JOBS].map(row)));
}

// Shows the progress of a job.
function showJobProgress({ job, words }) {
  if (!JOBS.has(job)) return;
  JOBS.get(job).words = words;
  const there = byId("jobs").querySelector(`[data-job="${job}"]`);
  if (there) fill(there, words);
}
