"use strict";
// What a new user sees first: a gallery of puzzles from which to start, and three steps of help.

/**
 * The gallery, null until it is requested and drawn; and the text of the example that was opened, until the page
 * shows it.
 * @type {{ gallery: Gallery | null, opened: string | null, isOffered: boolean }}
 */
const beginning = { gallery: null, opened: null, isOffered: false };

/** The name of the cookie or the storage entry that is set when the help has been closed. */
const HELP_CLOSED = "studio-help-closed";

/** A year in seconds. */
const YEAR = 31_536_000;

/** Makes the dialog with the gallery; it is filled when it opens. */
function layOutGallery() {
  const dialog = byId("gallery");
  // Keys pressed in the dialog must not act on the page.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  // A click outside the dialog closes it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

/** Opens the gallery, and requests its puzzles from the program if they are not loaded yet. */
function openGallery() {
  // The dialog is opened first, because only visible elements can take the focus.
  if (!byId("gallery").open) byId("gallery").showModal();
  drawGallery();
  if (beginning.gallery === null) ask({ request: "gallery" });
}

/**
 * Shows the gallery of a reply.
 * @param {Gallery} gallery
 */
function takeGallery(gallery) {
  beginning.gallery = gallery;
  if (byId("gallery").open) drawGallery();
}

function drawGallery() {
  const { gallery } = beginning;
  /** @param {"examples" | "lattices"} heading @param {GalleryCard[]} cards */
  const shelf = (heading, cards) => {
    const buttons = cards.map((card) => button([
      make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(card.picture)}` }),
      make("strong", {}, card.title), make("span", { class: "quiet" }, card.about),
    ], () => openCard(card), { "data-key": `begin-${card.name}` }));
    roving(buttons);
    return [make("h3", {}, text(heading)), make("ul", { class: `shelf ${heading}` }, buttons.map((each) => make("li", {}, each)))];
  };
  const parts = gallery === null ? [make("p", { class: "quiet", role: "status" }, text("gallery-coming"))]
    : [shelf("examples", gallery.examples), shelf("lattices", gallery.lattices)];
  fill(byId("gallery"),
    make("div", { class: "row head" }, make("h2", { id: "gallery-title" }, text("gallery")),
      button(text("close"), () => byId("gallery").close(), { class: "close", "data-key": "close-gallery" })),
    parts);
  // The first example gets the focus, so that Enter opens it.
  byId("gallery").querySelector(".shelf button")?.focus();
}

/**
 * Opens a puzzle in place of the one that is shown.
 * @param {GalleryCard} card
 */
function openCard(card) {
  byId("gallery").close();
  const had = !isBlank();
  if (had && REPLY.has_file) banners.replaced ??= VIEW.title;
  // A new puzzle begins with the tool that paints. The tool last used would be a surprise on the first click.
  if (isCutting()) cancelCut();
  board.rectangle = false;
  setTool("paint");
  beginning.opened = card.text;
  change({ edit: "text", text: card.text });
  byId("board").focus({ preventScroll: true });
  if (had) say(text("began-instead", { title: card.title }));
  else announce(card.title);
}

/** Whether nothing is drawn, and nothing can be undone. */
const isBlank = () => VIEW.is_drawable && !VIEW.can_undo && VIEW.pieces.length === 0 && VIEW.marks.every((mark) => mark === 0);

/** Offers the gallery when the page opens without a puzzle; and shows a goal of an example that was opened. */
function drawBeginning() {
  // The gallery is not offered while changes wait in the queue, such as the text of a link: the page will then
  // show a puzzle.
  if (!beginning.isOffered && QUEUE.length === 0) {
    beginning.isOffered = true;
    if (!REPLY.has_file && isBlank()) openGallery();
  }
  if (beginning.opened !== null && VIEW.text === beginning.opened) {
    beginning.opened = null;
    chooseGoal();
  }
}

function isHelpClosed() {
  try {
    return localStorage.getItem(HELP_CLOSED) !== null || document.cookie.includes(HELP_CLOSED);
  } catch {
    return false;
  }
}

/** Closes the help permanently. */
function closeHelp() {
  try {
    localStorage.setItem(HELP_CLOSED, "1");
    // The program may have another port next time, and storage belongs to a port; a cookie does not.
    if (ENGINE.hasFiles) document.cookie = `${HELP_CLOSED}=1; max-age=${YEAR}; path=/; samesite=strict`;
  } catch {
    // Without storage, the page shows the help again when it is loaded the next time.
  }
  drawHelp();
  byId("board").focus({ preventScroll: true });
}

/** Shows the help: three steps, each a button that leads to its place in the page. */
function drawHelp() {
  const help = byId("help");
  help.hidden = isHelpClosed();
  /** @param {"draw" | "add" | "make"} key @param {"board" | "pieces" | "making"} id */
  const step = (key, id) => make("li", {}, button(text(`help-${key}`), () => {
    const place = byId(id);
    place.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
    (place.matches("svg") ? place : place.querySelector("button"))?.focus({ preventScroll: true });
  }, { "data-key": `help-${key}`, class: "step" }), make("span", { class: "quiet" }, text(`help-${key}-how`)));
  fill(help, help.hidden ? null : [
    make("ol", {}, step("draw", "board"), step("add", "pieces"), step("make", "making")),
    button("×", closeHelp, { id: "close-help", "aria-label": text("close-help"), title: text("close-help") }),
  ]);
}
