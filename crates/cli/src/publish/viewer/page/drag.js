// The pointer: dragging, choosing and turning pieces by mouse and touch.

/** @type {(x: number, y: number) => Point} */
const toBoard = (x, y) => {
  const point = new DOMPoint(x, y).matrixTransform(present(byId("board").getScreenCTM()).inverse());
  return [point.x, point.y];
};

// The distance in pixels that the pointer has moved since it was pressed.
/** @type {(event: MouseEvent, from: { x: number, y: number }) => number} */
const gone = (event, from) => Math.hypot(event.clientX - from.x, event.clientY - from.y);

// A press becomes a drag after the pointer has moved 5 px; otherwise it is a click.
/** @param {PointerEvent} event */
function press(event) {
  if (state.view !== "play" || event.button > 0 || hand.drag) return;
  const rack = event.target.closest(".rack-piece");
  const laid = event.target.closest("[data-put]");
  hand.press = { x: event.clientX, y: event.clientY, takes: Boolean(rack || laid) };
  const p = laid && !rack ? Number(laid.dataset.put) : null;
  const piece = rack ? Number(rack.dataset.piece) : p === null ? null : PLACEMENTS[p].piece;
  if (piece === null) return;
  hand.drag = {
    piece, from: p, pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false,
    touch: event.pointerType === "touch", orientation: p === null ? game.orientation[piece] : PLACEMENTS[p].orientation,
    over: null, ghost: null, at: [event.clientX, event.clientY],
  };
  event.preventDefault();
}

/** @param {PointerEvent} event */
function follow(event) {
  const { drag } = hand;
  if (!drag || event.pointerId !== drag.pointer) return;
  if (!drag.moved && gone(event, drag) < 5) return;
  if (!drag.moved) {
    drag.moved = true;
    hand.placement = null;
    document.body.classList.add("dragging");
    if (drag.from !== null) byId("board").querySelector(`[data-put="${drag.from}"]`)?.classList.add("lifted");
    makeGhost(drag);
  }
  drag.at = [event.clientX, event.clientY - (drag.touch ? 48 : 0)];
  aim(drag);
}

/** @param {Drag} drag */
function makeGhost(drag) {
  drag.ghost?.remove();
  const scale = present(byId("board").getScreenCTM()).a * (DATA.solid ? 0.6 : 1);
  drag.ghost = make("div", { class: "ghost", "aria-hidden": "true" }, icon(drag.piece, drag.orientation, scale));
  include(document.body, drag.ghost);
}

// The board without the piece that is dragged.
/** @type {(drag: Drag) => Position} */
const withoutDragged = (drag) => standing(onBoard().filter((p) => p !== drag.from));

// The vector from the centre of an orientation's picture to the mean of its cells' centres.
/** @param {number} piece @param {number} orientation @returns {Point} */
function fromCentre(piece, orientation) {
  const [p] = LYING[piece][orientation];
  if (p === undefined) return [0, 0];
  const [left, top, right, bottom] = reach(piece, orientation);
  const { middle, first } = PLACEMENTS[p];
  const [x, y] = CELLS[first].at;
  return [middle[0] - x - (left + right) / 2, middle[1] - y - (top + bottom) / 2];
}

// Moves the picture of the dragged piece to the pointer, and finds the nearest placement that fits
// there.
/** @param {Drag} drag */
function aim(drag) {
  const [x, y] = drag.at;
  const ghost = present(drag.ghost);
  ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const at = toBoard(x, y);
  const on = withoutDragged(drag);
  const places = LYING[drag.piece][drag.orientation];
  const [right, down] = DATA.solid ? [0, 0] : fromCentre(drag.piece, drag.orientation);
  drag.over = nearest(places.filter((p) => fits(on, p)), [at[0] + right, at[1] + down], EDGE * 1.1);
  ghost.classList.toggle("over", drag.over !== null);
  preview(drag.over);
}

/** @param {Drag} drag @param {number} turn @param {boolean} back */
function turnDragged(drag, turn, back) {
  const next = turnedTo(drag.piece, drag.orientation, turn, back);
  if (next === null) return announce(refusedInWords(drag.piece, turn));
  drag.orientation = next;
  if (drag.moved) {
    makeGhost(drag);
    aim(drag);
  }
  return undefined;
}

/** @param {{ type: string, pointerId: number }} event */
function release(event) {
  const { drag } = hand;
  if (!drag || event.pointerId !== drag.pointer) return;
  hand.drag = null;
  drag.ghost?.remove();
  document.body.classList.remove("dragging");
  preview(null);
  if (event.type === "pointercancel") {
    show();
  } else if (!drag.moved) {
    choose(drag);
  } else {
    game.orientation[drag.piece] = drag.orientation;
    const others = state.put.filter((p) => p !== drag.from);
    if (drag.over !== null) {
      game.chosen = null;
      change([...others, drag.over]);
      const on = standing(onBoard());
      if (!solved(on)) announce(words("placed", { piece: PLACEMENTS[drag.over].spoken, missing: missingInWords(on) }));
    } else if (drag.from !== null) {
      takeUp(drag.from);
    } else {
      game.chosen = drag.piece;
      show();
      announce(words("misfit", { piece: called(PIECES[drag.piece]) }));
    }
  }
}

// A click on the rack chooses a piece, and a second click turns it. A click on a piece on the board
// takes the piece back to the rack.
/** @param {Drag} drag */
function choose({ piece, from }) {
  if (from !== null) return takeUp(from);
  rackStop = `rack-${piece}`;
  if (game.chosen === piece) return turnPiece(piece, 0, false);
  game.chosen = piece;
  hand.placement = null;
  show();
  byId("rack")?.querySelector(`[data-piece="${piece}"]`)?.focus({ preventScroll: true });
  return announce(words("chosen", { piece: called(PIECES[piece]) }));
}

// With a piece chosen, a click on the board puts it at the nearest place where it fits, if one is near.
/** @param {MouseEvent} event */
function clickBoard(event) {
  if (state.view !== "play" || game.chosen === null || event.target.closest("[data-put]")) return;
  // A click event also follows a press on a piece, and a drag that began on the empty board. Both are
  // ignored here.
  if (hand.press?.takes || gone(event, hand.press ?? event) >= 5) return;
  const places = LYING[game.chosen][game.orientation[game.chosen]];
  const on = standing(onBoard());
  const p = nearest(places.filter((one) => fits(on, one)), toBoard(event.clientX, event.clientY), EDGE * 1.5);
  if (p === null) announce(words("misfit_that_way", { piece: called(PIECES[game.chosen]) }));
  else putDown(p);
}

function listen() {
  addEventListener("pointerdown", press);
  addEventListener("pointermove", follow);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  byId("board").addEventListener("click", clickBoard);
  byId("side").addEventListener("keydown", rackKeys);
  byId("side").addEventListener("focusin", (event) => {
    if (event.target.classList.contains("rack-piece")) rackStop = event.target.dataset.key ?? "";
  });
  addEventListener("wheel", (event) => {
    if (!hand.drag?.moved) return;
    event.preventDefault();
    turnDragged(hand.drag, 0, event.deltaY < 0);
  }, { passive: false });
  addEventListener("keydown", (event) => {
    if (!hand.drag?.moved) return;
    if (event.key === "Escape") release({ type: "pointercancel", pointerId: hand.drag.pointer });
    else if (commonKey(event) === false) return;
    event.preventDefault();
  });
}
