"use strict";
// The window onto the canvas. It stands still while the user draws; when the canvas grows, or is
// fitted to the board, it moves smoothly.

// The time in which the window moves to its new place, in milliseconds.
const MOVEMENT = 300;

// The maximum time step of an animation frame, in milliseconds. On a busy machine the movement takes longer, but does
// not jump.
const FRAME = 40;

// The visible part of the canvas [x, y, width, height], null before the first canvas; and the frame of the
// running movement, 0 if it stands still.
/** @type {{ box: number[] | null, frame: number }} */
const pane = { box: null, frame: 0 };

// The vector from the place of a cell on the old canvas to its place on the new one; null if the canvases have no
// cell in common. If possible, the cell is that of the cursor, and the cursor then moves with it.
/** @param {Canvas} canvas */
function shiftTo(canvas) {
  const old = board.canvas;
  if (!old || pane.box === null) return null;
  const places = new Map(canvas.cells.map(([numbers], index) => [numbers.join(), index]));
  const order = [board.cursor, ...old.cells.keys()];
  const common = order.find((index) => old.cells[index] && places.has(old.cells[index][0].join()));
  if (common === undefined) return null;
  const there = present(places.get(old.cells[common][0].join()));
  if (common === board.cursor) board.cursor = there;
  return /** @type {const} */ ([2, 3]).map((axis) => canvas.cells[there][axis] - old.cells[common][axis]);
}

/** @param {number[]} box */
function showBox(box) {
  pane.box = box;
  attribute(byId("board"), { viewBox: box.map((length) => length.toFixed(3)).join(" ") });
}

// Moves the window smoothly from its place to the whole canvas. `shift` is the vector from the coordinates of the
// old canvas to those of the new one; null shows the whole canvas at once. During a stroke the window does not
// move.
/** @param {number[] | null} shift */
function moveWindow(shift) {
  cancelAnimationFrame(pane.frame);
  pane.frame = 0;
  const whole = [0, 0, board.canvas.width, board.canvas.height];
  if (shift === null || calm()) {
    showBox(whole);
    return;
  }
  const from = present(pane.box).map((length, at) => length + (shift[at] ?? 0));
  showBox(from);
  let [done, last] = [0, performance.now()];
  /** @param {number} now */
  const step = (now) => {
    if (!board.stroke) done = Math.min(1, done + Math.min(FRAME, Math.max(0, now - last)) / MOVEMENT);
    last = now;
    const share = done * done * (3 - 2 * done);
    showBox(from.map((length, at) => length + share * (whole[at] - length)));
    pane.frame = done < 1 ? requestAnimationFrame(step) : 0;
  };
  pane.frame = requestAnimationFrame(step);
}

const fitBoard = () => ask({ request: "fit" });
