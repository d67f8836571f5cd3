"use strict";
// The page: commands, banners and keys.

/**
 * What the banners say. `replaced` is the title of the puzzle in the file, if *New* has opened another puzzle that
 * is not saved yet. `asks` says whether a banner asks if the file may be replaced, `isDeaf` whether the connection
 * for answers is lost.
 * @type {{ lost: boolean, file: boolean, replaced: string | null, asks: boolean, said: string | null, isDeaf?: boolean, timer?: ReturnType<typeof setTimeout> }}
 */
const banners = { lost: false, file: false, replaced: null, asks: false, said: null };

/** @param {boolean} is */
function setConnected(is) {
  if (banners.lost === !is) return;
  banners.lost = !is;
  drawBanners();
}

// Records whether answers arrive. After an interruption, a restarted program may number the inquiries anew, so
// the old answers are dropped.
/** @param {boolean} is */
function setListening(is) {
  if (is && banners.isDeaf) forgetAnswers();
  banners.isDeaf = !is;
  setConnected(is);
}

/** @param {boolean} is */
function setFileChanged(is) {
  banners.file = is;
  drawBanners();
}

// Shows and announces a text for 8 seconds.
/** @param {string} words */
function say(words) {
  clearTimeout(banners.timer);
  banners.said = words;
  banners.timer = setTimeout(() => { banners.said = null; drawBanners(); }, 8000);
  announce(words);
  drawBanners();
}

function drawBanners() {
  /** @type {HTMLElement[]} */
  const found = [];
  /** @type {(words: string, ...buttons: Child[]) => void} */
  const banner = (words, ...buttons) => { found.push(make("div", { class: "banner" }, make("span", {}, words), ...buttons)); };
  if (HALTED !== null) {
    const again = button(text("send-again"), () => resume({ without: false }), { id: "send-again" });
    const leave = button(text("leave-out"), () => resume({ without: true }), { id: "leave-out" });
    banner(text("halted", { why: HALTED, count: QUEUE.length }), ...(QUEUE.length > 0 ? [again, leave] : []));
  } else if (banners.lost) banner(text("lost"));
  if (banners.file) {
    /** @type {(request: StudioRequest) => () => void} */
    const then = (request) => () => { setFileChanged(false); ask(request); };
    banner(text("file-changed"), button(text("reload"), then({ request: "reload" }), { id: "reload" }), button(text("keep"), then({ request: "save", forced: true }), { id: "keep" }));
  }
  if (banners.asks) {
    /** @type {(act: () => void) => () => void} */
    const then = (act) => () => { banners.asks = false; drawBanners(); act(); };
    banner(text("save-over", { title: banners.replaced ?? "" }),
      button(text("save-instead"), then(() => { banners.replaced = null; save(); }), { id: "save-instead" }),
      button(text("ron"), then(saveAs), { id: "save-elsewhere" }), button(text("not-now"), then(() => {}), { id: "save-not" }));
  }
  if (banners.said) banner(banners.said);
  fill(byId("banners"), ...found);
}

// Saves the puzzle in its file. Text that is being typed is sent first. Asks before it replaces another puzzle.
const save = () => {
  sendTyped();
  if (banners.replaced !== null) {
    banners.asks = true;
    drawBanners();
    return;
  }
  ask({ request: "save", forced: false });
};
const undo = () => {
  sendTyped();
  if (!undoCut()) change({ edit: "undo" });
};
const redo = () => change({ edit: "redo" });

// The buttons are made only once: a button that is replaced under the pointer would miss the click.
function layOutCommands() {
  fill(byId("commands"),
    button(text("new"), openGallery, { id: "new", "data-key": "new", title: text("new-hint") }),
    button(text("undo"), undo, { id: "undo", "data-key": "undo" }),
    button(text("redo"), redo, { id: "redo", "data-key": "redo" }),
    REPLY.has_file ? button(text("save"), save, { id: "save", "data-key": "save" }) : button(text("ron"), saveAs, { id: "save-as", "data-key": "save-as" }),
    ENGINE.hasFiles ? null : openButton(),
    ENGINE.hasFiles ? null : button(text("link"), copyLink, { id: "link", "data-key": "link" }),
    make("span", { class: "quiet", id: "state" }),
  );
}

function drawCommands() {
  if (byId("state") === null) layOutCommands();
  drawState();
  const title = byId("title");
  if (document.activeElement !== title) title.value = VIEW.title;
}

// Shows whether the puzzle is saved, and which commands apply.
function drawState() {
  const state = byId("state");
  if (state === null) return;
  const unsaved = REPLY.has_file && isUnsaved();
  if (!unsaved && QUEUE.length === 0) banners.replaced = null;
  const words = text(REPLY.has_file ? (unsaved ? "unsaved" : "saved") : ENGINE.hasFiles ? "not-in-a-file" : "no-file");
  if (state.textContent !== words) fill(state, words);
  keepingFocus(byId("commands"), () => {
    attribute(byId("undo"), { disabled: !VIEW.can_undo && !isTyped() });
    attribute(byId("redo"), { disabled: !VIEW.can_redo });
    if (REPLY.has_file) attribute(byId("save"), { disabled: !unsaved });
  });
  document.title = `${unsaved ? "• " : ""}${VIEW.title} – Tilewright Studio`;
}

// The button that replaces the text of the document by that of a file on the user's device.
function openButton() {
  const input = make("input", { type: "file", accept: ".ron,.txt", class: "unseen", id: "open-file", tabindex: "-1", "aria-label": text("open-file") });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) change({ edit: "text", text: await file.text() });
  });
  return make("span", {}, button(text("open-file"), () => input.click(), { "data-key": "open" }), input);
}

// The start of the fragment of a link to a puzzle; its text follows in base 64.
const LINK = "#text=";

// Copies a link that contains this puzzle and opens it. Only a page that no program serves offers such links.
// Where the browser has no clipboard, as on hosts without HTTPS, the address of the page becomes the link.
async function copyLink() {
  await isSent();
  const bytes = Array.from(new TextEncoder().encode(VIEW.text), (byte) => String.fromCharCode(byte));
  const address = new URL(LINK + btoa(bytes.join("")), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say(text("linked"));
  } catch {
    history.replaceState(null, "", address);
    say(text("link-in-address"));
  }
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const isText = event.target.closest("input:not([type=checkbox], [type=color]), textarea");
    // In these elements the space bar already has a meaning: it activates them.
    const isPressed = event.key === " " && event.target.closest("button, summary, input");
    if (isCommand && event.key.toLowerCase() === "s") save();
    else if (isCommand && !isText && event.key.toLowerCase() === "z") (event.shiftKey ? redo : undo)();
    else if (isCommand && !isText && event.key.toLowerCase() === "y") redo();
    else if (isCommand || event.altKey || isText || isPressed || event.target.closest("select")) return;
    else if (event.key === " ") random();
    else if (event.key.toLowerCase() === "f") fitBoard();
    else {
      const tool = TOOLS.find(([, key]) => key === event.key.toLowerCase());
      if (!tool) return;
      setTool(tool[0]);
    }
    event.preventDefault();
  });
  document.addEventListener("paste", pastePicture);
  byId("title").addEventListener("change", () => change({ edit: "title", title: byId("title").value }));
  // Queued changes are stored already; this sends the text being typed.
  addEventListener("pagehide", sendTyped);
}

function start() {
  fillTexts();
  drawTools();
  drawMaking();
  drawDesign();
  layOutAnswers();
  layOutShaping();
  layOutGallery();
  listenToBoard();
  listenToSource();
  listenToKeys();
  listenToFields();
  onView(() => {
    if (!board.stroke) drawCanvas();
    drawCommands();
    drawShape();
    if (shaping !== null && shaping.lattice !== VIEW.lattice) closeShaping();
    drawPieces();
    drawGoalBar();
    drawGoals();
    drawFields();
    drawToolBar();
    drawSource();
    drawAnswerCard();
    drawDesignGoal();
    showDesignsOf();
    showLevelsOf();
    showCardsOf();
    drawBeginning();
    holdDesigns();
  });
  onAnswer((event) => {
    // Answers that come before the first view are drawn together with it.
    if (VIEW === null) return;
    drawAnswers();
    drawAnswerCard();
    if (event.answer === "obstacles") drawPieces();
    if (event.answer === "count") drawScope();
    countSaid(event);
  });
  const isAlone = document.querySelector("meta[name=engine]")?.getAttribute("content") === "wasm";
  ENGINE = isAlone ? wasmEngine() : nativeEngine();
  drawHelp();
  takeKept();
  QUEUE.unshift({ request: "view" });
  work();
  ENGINE.listen(onEvent, setListening);
}

start();
