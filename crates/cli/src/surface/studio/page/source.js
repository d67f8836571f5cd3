"use strict";
// The text of the file next to the drawing, and its errors.

/** @type {{ timer: ReturnType<typeof setTimeout> | null, sent: string | null }} */
const source = { timer: null, sent: null };

function drawSource() {
  const area = byId("text");
  // Typed text that has not been sent is not overwritten.
  const isTyping = source.timer !== null;
  if (!isTyping && area.value !== VIEW.text) {
    const { selectionStart, selectionEnd, scrollTop } = area;
    area.value = VIEW.text;
    if (document.activeElement === area) area.setSelectionRange(selectionStart, selectionEnd);
    area.scrollTop = scrollTop;
  }
  const { problem } = VIEW;
  fill(byId("wrong"), ...(problem ? [
    make("p", { class: "bad" }, text("at", { line: problem.line, column: problem.column, message: problem.message })),
    problem.help ? make("p", { class: "quiet" }, problem.help) : null,
    button(text("jump"), () => { byId("source").open = true; area.focus(); area.setSelectionRange(problem.range[0], problem.range[1]); }),
  ].filter(Boolean) : [make("p", { class: "quiet" }, text("right"))]));
}

function listenToSource() {
  byId("text").addEventListener("input", () => {
    clearTimeout(source.timer ?? undefined);
    source.timer = setTimeout(sendSource, 250);
  });
  byId("text").addEventListener("blur", () => { if (source.timer !== null) sendSource(); });
}

function sendSource() {
  clearTimeout(source.timer ?? undefined);
  source.timer = null;
  const written = byId("text").value;
  if (written === VIEW.text) return;
  strokeAt = performance.now();
  change({ edit: "text", text: written });
}
