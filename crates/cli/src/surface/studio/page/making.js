"use strict";
// Files made from the puzzle: pictures, parts for a laser cutter or a printer, and challenges.

/**
 * Offers a file as a download, and announces it.
 * @param {string} name
 * @param {Blob} blob
 * @param {string | null} note How it differs from the request.
 */
function hand(name, blob, note = null) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  include(document.body, link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  say([text("made", { name }), shortfall(note)].filter(Boolean).join(" "));
}

/** @param {string | null | undefined} note The levels that were not found. */
const shortfall = (note) => (note ? text("shortfall", { note }) : null);

// Offers the puzzle's file as a download. If the server does not answer, the file lacks the changes that are not
// sent yet.
async function saveAs() {
  if (!banners.lost) await isSent();
  hand(`${REPLY.stem}.ron`, new Blob([VIEW.text], { type: "text/plain" }));
}

/**
 * Makes a file, and offers it as a download.
 * @param {string} name The name of the job.
 * @param {DownloadSpec} spec
 */
async function download(name, spec) {
  await isSent();
  try {
    const made = await runJob(name, (work) => ENGINE.download(spec, work));
    if (made !== null) hand(made.name, made.blob, made.note);
  } catch (error) {
    say(text("refused", { why: reasonOf(error) }));
  }
}

/**
  * Opens a page on which the puzzle is played, in a new window.
 * @param {string} name The name of the job.
 * @param {PageSpec} spec The page.
 */
async function play(name, spec) {
  // The window is opened at once, because browsers allow it only during a click; it is filled later.
  const page = window.open("about:blank", "_blank");
  if (page) fill(page.document.body, text("working"));
  await isSent();
  try {
    const made = await runJob(name, (work) => ENGINE.play(spec, work));
    if (made === null) page?.close();
    else {
      if (page) page.location = new URL(made.address, location.href).href;
      say([text(page ? "opened" : "no-window"), shortfall(made.note)].filter(Boolean).join(" "));
    }
  } catch (error) {
    page?.close();
    say(text("refused", { why: reasonOf(error) }));
  }
}

// The lengths that the user can set for parts to be cut and for parts to be printed. In millimetres: each with its
// default, minimum and maximum.
/** @type {Record<"cut" | "print", [LengthName, number, number, number][]>} */
const LENGTHS = {
  cut: [["unit", 20, 1, 10000], ["kerf", 0.15, 0, 2], ["clearance", 0.2, 0, 5]],
  print: [["unit", 20, 1, 10000], ["clearance", 0.3, 0.01, 5]],
};

// The length in a field, in millimetres; null if the field is empty, which means the default.
/** @param {"cut-unit" | "cut-kerf" | "cut-clearance" | "print-unit" | "print-clearance"} id */
function lengthIn(id) {
  const { value } = byId(id);
  return value === "" ? null : Number(value);
}

const cutLengths = () => ({ unit: lengthIn("cut-unit"), kerf: lengthIn("cut-kerf"), clearance: lengthIn("cut-clearance") });
const printLengths = () => ({ unit: lengthIn("print-unit"), clearance: lengthIn("print-clearance") });

/** @returns {DownloadSpec} */
const cutRequest = () => ({ download: "cut", ...cutLengths() });

/** @returns {DownloadSpec} */
const printRequest = () => ({ download: "print", ...printLengths() });

/** @param {"cut" | "print"} kind */
function lengthFields(kind) {
  /** @param {[LengthName, number, number, number]} length */
  const input = ([field, usual, min, max]) => make("label", {}, `${text(`length-${field}`)} `,
    make("input", { type: "number", id: `${kind}-${field}`, min, max, step: "any", value: usual, placeholder: usual, title: text(`length-${field}-hint`) }), " mm");
  return make("div", { class: "row" }, LENGTHS[kind].map(input));
}

// Lays out the buttons that make files from the puzzle.
function drawMaking() {
  /** @type {(key: TextName, spec: () => DownloadSpec) => HTMLElement} */
  const item = (key, spec) => button(text(key), () => download(text(key), spec()), { id: `make-${key}` });
  /** @type {(key: "laser" | "printer", kind: "cut" | "print") => HTMLElement} */
  const parts = (key, kind) => make("details", { class: "part" }, make("summary", {}, text(`${key}-lengths`)), lengthFields(kind));
  fill(byId("making"),
    make("h2", {}, text("making")),
    make("div", { class: "row" }, item("picture", () => ({ download: "picture" })), item("piece-picture", () => ({ download: "pieces" })), item("laser", cutRequest), item("printer", printRequest), button(text("ron"), saveAs, { id: "make-ron" })),
    parts("laser", "cut"), parts("printer", "print"),
    levelsForm(),
    cardsForm(),
  );
  keepForm(byId("making"));
  drawCurve();
}
