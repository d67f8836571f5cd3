"use strict";
// Jobs: a job makes a file, or searches for something. Jobs run side by side. Each is shown with its progress
// until it is done, with a button that stops it.

/** @type {Map<number, Job>} */
const JOBS = new Map();
let lastJob = Date.now() % 1e9 * 1000;

/**
 * Runs a job under a name. The result is null if it was stopped, here or by the caller.
 * @template T
 * @param {string} name
 * @param {(work: Work) => Promise<T>} run
 * @param {AbortController} stopping
 * @returns {Promise<T | null>}
 */
async function runJob(name, run, stopping = new AbortController()) {
  lastJob += 1;
  const job = lastJob;
  const began = performance.now();
  JOBS.set(job, { name, words: text("begun"), share: null, stop: () => stopping.abort() });
  include(byId("jobs"), jobRow(job));
  try {
    return await run({ job, signal: stopping.signal });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    announce(text("stopped", { name }));
    return null;
  } finally {
    JOBS.delete(job);
    const row = byId("jobs").querySelector(`[data-job="${job}"]`);
    row?.querySelector("button")?.setAttribute("aria-disabled", "true");
    // The stop button of a short job disappears at once, because nobody can have been about to click it.
    setTimeout(() => row?.remove(), performance.now() - began < REST ? 0 : REST);
  }
}

// The time in milliseconds after the end of a job in which its Stop buttons do nothing: a click that comes too late
// must not hit something else.
const REST = 700;

// Shows on the button of a job that the job has ended. For a moment the button does not start another job.
/** @param {HTMLButtonElement} element @param {string} words */
function rest(element, words) {
  fill(element, words);
  attribute(element, { "aria-disabled": "true" });
  setTimeout(() => attribute(element, { "aria-disabled": null }), REST);
}

/** @type {(element: HTMLButtonElement) => boolean} */
const isResting = (element) => element.getAttribute("aria-disabled") === "true";

/** @param {number} job */
function jobRow(job) {
  const { name, words, share, stop } = present(JOBS.get(job));
  return make("div", { class: "banner", "data-job": job },
    make("strong", {}, name), make("progress", { max: 1, value: share, hidden: share === null, "aria-label": text("progress-of", { name }) }), make("span", { class: "words" }, words),
    button(text("stop"), stop, { "data-key": `stop-${job}`, "aria-label": text("stop-job", { name }) }));
}

/**
 * Shows the progress of a job. Its button stays the same element, so that a click is not lost.
 * @param {NumberedProgress} progress
 */
function showJobProgress({ job, words, share }) {
  const known = JOBS.get(job);
  if (!known) return;
  [known.words, known.share] = [words, share];
  const row = byId("jobs").querySelector(`[data-job="${job}"]`);
  if (!row) return;
  fill(present(row.querySelector(".words")), words);
  attribute(present(row.querySelector("progress")), { value: share, hidden: share === null });
}
