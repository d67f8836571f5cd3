"use strict";
// The page: commands, banners, keys, and files made of the puzzle.

const banners = { lost: false, file: false, said: null };

function setConnected(is) {
  if (banners.lost === !is) return;
  banners.lost = !is;
  drawBanners();
}

// Records whether answers arrive. After an interruption they may come from a restarted program, with other
// numbers.
function setListening(is) {
  if (is && banners.isDeaf) forgetAnswers();
  banners.isDeaf = !is;
  setConnected(is);
}

function setFileChanged(is) {
  banners.file = is;
  drawBanners();
}

// Shows and announces a text for 8 seconds.
function say(words) {
  clearTimeout(banners.timer);
  banners.said = words;
  banners.timer = setTimeout(() => { banners.said = null; drawBanners(); }, 8000);
  announce(words);
  drawBanners();
}

function drawBanners() {
  const found = [];
  const banner = (words, ...buttons) => found.push(make("div", { class: "banner" }, make("span", {}, words), ...buttons));
  if (HALTED !== null) {
    const again = button(text("send-again"), () => resume({ without: false }), { id: "send-again" });
    const leave = button(text("leave-out"), () => resume({ without: true }), { id: "leave-out" });
    banner(text("halted", { why: HALTED, count: QUEUE.length }), ...(QUEUE.length > 0 ? [again, leave] : []));
  } else if (banners.lost) banner(text("lost"));
  if (banners.file) {
    const then = (request) => () => { setFileChanged(false); ask(request); };
    banner(text("file-changed"), button(text("reload"), then({ request: "reload" }), { id: "reload" }), button(text("keep"), then({ request: "save", forced: true }), { id: "keep" }));
  }
  if (banners.said) banner(banners.said);
  fill(byId("banners"), ...found);
}

const save = () => ask({ request: "save", forced: false });
const undo = () => { if (!undoCut()) change({ edit: "undo" }); };
const redo = () => change({ edit: "redo" });

function drawCommands() {
  const state = REPLY.has_file ? text(REPLY.is_unsaved ? "unsaved" : "saved") : text("no-file");
  keepingFocus(byId("commands"), () => fill(byId("commands"), ...[
    button(text("undo"), undo, { id: "undo", disabled: !VIEW.can_undo, "data-key": "undo" }),
    button(text("redo"), redo, { id: "redo", disabled: !VIEW.can_redo, "data-key": "redo" }),
    REPLY.has_file ? button(text("save"), save, { id: "save", disabled: !REPLY.is_unsaved, "data-key": "save" }) : button(text("ron"), saveAs, { id: "save-as", "data-key": "save-as" }),
    ENGINE.hasFiles ? null : openButton(),
    ENGINE.hasFiles ? null : button(text("link"), copyLink, { id: "link", "data-key": "link" }),
    make("span", { class: "quiet", id: "state" }, state),
  ].filter(Boolean)));
  const title = byId("title");
  if (document.activeElement !== title) title.value = VIEW.title;
  document.title = `${REPLY.is_unsaved && REPLY.has_file ? "• " : ""}${VIEW.title} – Tilewright Studio`;
}

// Opens a local file as the text.
function openButton() {
  const input = make("input", { type: "file", accept: ".ron,.txt", class: "unseen", id: "open-file", tabindex: "-1", "aria-label": text("open-file") });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) change({ edit: "text", text: await file.text() });
  });
  return make("span", {}, button(text("open-file"), () => input.click(), { "data-key": "open" }), input);
}

// Offers a file as a download.
function hand(name, blob) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  include(document.body, link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  say(text("made", { name }));
}

// Copies a link that opens this puzzle in a page without the program.
async function copyLink() {
  const bytes = new TextEncoder().encode(VIEW.text);
  const address = new URL(location.href);
  address.hash = `text=${btoa(String.fromCharCode(...bytes))}`;
  await navigator.clipboard.writeText(address.href);
  say(text("linked"));
}

const saveAs = () => hand(`${REPLY.stem}.ron`, new Blob([VIEW.text], { type: "text/plain" }));

/**
 * Makes a file, and offers it as a download.
 * @param {string} name The name of the job.
 * @param {object} spec
 */
async function download(name, spec) {
  await isSent();
  try {
    const made = await runJob(name, (work) => ENGINE.download(spec, work));
    if (made !== null) hand(made.name, made.blob);
  } catch (error) {
    say(text("refused", { why: error.message }));
  }
}

// Opens challenges in a new window.
async function play(name, mining) {
  // The window is opened at once, because browsers allow it only during a click; it is filled later.
  const page = window.open("about:blank", "_blank");
  if (page) page.document.body.textContent = text("working");
  try {
    const address = await runJob(name, (work) => ENGINE.play(mining, work));
    if (address === null) page?.close();
    else {
      if (page) page.location = new URL(address, location.href);
      say(text(page ? "opened" : "no-window"));
    }
  } catch (error) {
    page?.close();
    say(text("refused", { why: error.message }));
  }
}

// The files that can be made of the puzzle.
function drawMaking() {
  const count = make("input", { type: "number", id: "challenge-count", min: "1", max: "200", value: "12" });
  const open = make("select", { id: "challenge-open" }, [["", text("minimal")], ["2,4", "2–4"], ["3,6", "3–6"], ["5,9", "5–9"]].map(([value, label]) => make("option", { value }, label)));
  const mining = () => ({ count: Number(count.value), seed: 1, open: open.value === "" ? null : open.value.split(",").map(Number) });
  const mined = (key, kind) => button(text(key), () => download(text(key), { download: kind, ...mining() }), { id: `make-${kind}` });
  const item = (key, spec) => button(text(key), () => download(text(key), spec), { id: `make-${key}` });
  fill(byId("making"),
    make("h2", {}, text("making")),
    make("div", { class: "row" }, item("picture", { download: "picture" }), item("piece-picture", { download: "pieces" }), item("laser", { download: "cut" }), item("printer", { download: "print" }), button(text("ron"), saveAs, { id: "make-ron" })),
    make("h3", {}, text("challenges")),
    make("div", { class: "row" }, make("label", {}, `${text("how-many")} `, count), make("label", {}, `${text("open")} `, open)),
    make("div", { class: "row" }, button(text("play"), () => play(text("play"), mining()), { id: "play" }), mined("booklet", "booklet"), mined("page", "page"), mined("challenge-file", "challenges"), mined("pack", "pack")),
  );
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const isText = event.target.closest("input:not([type=checkbox]), textarea");
    // The space bar activates a focused control.
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
  byId("title").addEventListener("change", (event) => change({ edit: "title", title: event.target.value }));
  // Queued changes are stored already; this sends the text being typed.
  addEventListener("pagehide", () => { if (source.timer !== null) sendSource(); });
}

function start() {
  fillTexts();
  drawTools();
  drawMaking();
  drawDesign();
  layOutAnswers();
  layOutShaping();
  listenToBoard();
  listenToSource();
  listenToKeys();
  onView(() => {
    if (!board.stroke) drawCanvas();
    drawCommands();
    drawShape();
    if (shaping !== null && shaping.lattice !== VIEW.lattice) closeShaping();
    drawPieces();
    drawGoals();
    drawFields();
    drawToolBar();
    drawSource();
    drawAnswerCard();
    showDesignsOf();
  });
  onAnswer((event) => {
    // Answers before the first view are drawn with it.
    if (VIEW === null) return;
    drawAnswers();
    drawAnswerCard();
    if (event.answer === "obstacles") drawPieces();
    countSaid(event);
  });
  const isAlone = document.querySelector("meta[name=engine]")?.content === "wasm";
  ENGINE = isAlone ? wasmEngine() : nativeEngine();
  takeKept();
  QUEUE.unshift({ request: "view" });
  work();
  ENGINE.listen(onEvent, setListening);
}

start();
