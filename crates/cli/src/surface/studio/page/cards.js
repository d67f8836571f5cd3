"use strict";
// Cards: boards with some of the pieces, which fill them in exactly one way. They are dealt from all goals of the file.

// The last preview is shown only for the puzzle and the request that it is about.
/** @type {CardsPreview} */
const DECK = { found: null, about: "", stop: null, shown: "" };

function cardsForm() {
  const onChange = { on: { change: showCardsOf, input: showCardsOf } };
  /** @param {Attributes} attributes */
  const number = (attributes) => make("input", { type: "number", min: 1, ...attributes, ...onChange });
  /** @type {(key: TextName, kind: "booklet" | "page" | "cards") => HTMLElement} */
  const made = (key, kind) => button(text(key), () => download(text(key), cardsRequest({ kind })), { id: `cards-${kind}` });
  /** @type {(key: "laser" | "printer", file: () => CardsFile) => HTMLElement} */
  const parts = (key, file) => button(text(key), () => download(text(key), cardsRequest(file())), { id: `cards-${key}`, title: text("cards-parts-hint") });
  return make("section", { "aria-labelledby": "cards-title" },
    make("h3", { id: "cards-title" }, text("cards")),
    make("p", { class: "quiet" }, text("cards-hint")),
    make("div", { class: "row" },
      make("label", {}, `${text("how-many")} `, number({ id: "cards-count", max: 200, value: 12 })),
      make("span", {}, make("label", {}, `${text("cards-pieces")} `, number({ id: "cards-least", max: 50, value: 3 })), make("label", {}, ` ${text("to")} `, number({ id: "cards-most", max: 50, value: 4, "aria-label": text("cards-most") }))),
      make("label", {}, make("input", { type: "checkbox", id: "cards-two-sided", ...onChange }), text("cards-two-sided"))),
    make("div", { class: "row", id: "cards-buttons" },
      button(text("preview-cards"), previewCards, { id: "preview-cards", class: "main" }), button(text("play"), () => play(text("play"), cardsRequest({ kind: "page" })), { id: "cards-play" }),
      made("booklet", "booklet"), made("page", "page"), made("card-file", "cards"), parts("laser", () => ({ kind: "cut", ...cutLengths() })), parts("printer", () => ({ kind: "print", ...printLengths() }))),
    make("p", { id: "cards-said", role: "status" }),
    make("ul", { class: "cards", id: "cards" }));
}

/**
  * The request for a file of cards, from the values in the form.
 * @param {CardsFile} file
 * @returns {CardsSpec}
 */
function cardsRequest(file) {
  /** @param {HTMLInputElement} input */
  const whole = ({ value }) => Math.max(0, Math.round(Number(value)) || 0);
  return {
    download: "cards", count: whole(byId("cards-count")), pieces: [whole(byId("cards-least")), whole(byId("cards-most"))], two_sided: byId("cards-two-sided").checked, seed: 1, file,
  };
}

const cardsKey = () => JSON.stringify([VIEW.text, cardsRequest({ kind: "preview" })]);

// Shows the last preview if it is about the current puzzle and request.
function showCardsOf() {
  if (VIEW === null) return;
  const key = cardsKey();
  if (DECK.shown === key) return;
  DECK.shown = key;
  const found = DECK.about === key ? DECK.found : null;
  fill(byId("cards"), found === null || typeof found === "string" ? [] : found.sides.map(sideCard));
  fill(byId("cards-said"), found === null ? null : typeof found === "string" ? found : cardsSaid(found));
}

/** @param {FoundCards} found */
function cardsSaid({ wanted, found, sides }) {
  const boards = new Set(sides.map(({ board: name }) => name)).size;
  const values = { count: found, wanted, boards: boards === 1 ? text("one-board") : text("board-count", { count: boards }) };
  if (found < wanted) return text("cards-short", values);
  return text(found === 1 ? "card-found" : "cards-found", values);
}

/** @param {FoundSide} side */
function sideCard({ board: name, side, pieces, grade, rating, picture: svg }) {
  const rated = grade === null || rating === null ? "" : `${text(grade)} ${rating.toFixed(1)}`;
  const title = [name, side === null ? null : text("side", { side })].filter(Boolean).join(", ");
  return make("li", { class: "level" }, make("img", { alt: text("card-alt", { pieces: pieces.join(" ") }), src: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
    make("strong", {}, title || null), make("span", { class: "quiet" }, [rated, pieces.join(" ")].filter(Boolean).join(": ")));
}

// Previews the cards: deals them without making a file. If a preview is being made, stops it.
async function previewCards() {
  if (DECK.stop !== null) {
    DECK.stop.abort();
    return;
  }
  DECK.stop = new AbortController();
  fill(byId("preview-cards"), text("stop"));
  await isSent();
  const about = cardsKey();
  try {
    const made = await runJob(text("preview-cards"), (work) => ENGINE.download(cardsRequest({ kind: "preview" }), work), DECK.stop);
    if (made !== null) [DECK.found, DECK.about] = [JSON.parse(await made.blob.text()), about];
  } catch (error) {
    [DECK.found, DECK.about] = [text("refused", { why: reasonOf(error) }), about];
  }
  DECK.shown = "";
  showCardsOf();
  DECK.stop = null;
  fill(byId("preview-cards"), text("preview-cards"));
}
