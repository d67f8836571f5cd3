// The hand: a piece held over the board, by keyboard or pointer.

/** @type {Hand} */
const hand = {
  // The placement over which the piece is held; null if the hand is empty.
  placement: null,
  // The drag by the pointer; null if no piece is pressed or dragged.
  drag: null,
  // The placement on the board that the arrow keys have selected while the hand is empty.
  cursor: null,
  // The centre of the placement to which a piece was last moved by keyboard, or at which it was put down.
  last: null,
  // Where the pointer was pressed last, and whether it was pressed on a piece.
  press: null,
};

// Draws the held piece on the board.
function handOnBoard() {
  const layer = group(byId("board"), "hand");
  fill(layer);
  if (hand.placement === null) return;
  const piece = lying(hand.placement, {});
  piece.classList.add(fits(standing(onBoard()), hand.placement) ? "good" : "bad");
  include(layer, piece);
}

// Shows a placement on the board without taking its piece in hand; null shows none.
/** @param {number | null} p */
function preview(p) {
  const layer = group(byId("board"), "hand");
  fill(layer);
  if (p === null) return;
  const piece = lying(p, {});
  piece.classList.add("good");
  include(layer, piece);
}

/** @param {number[]} list @param {Point} at */
function nearest(list, [x, y], reach = Infinity) {
  let best = null;
  let least = reach;
  for (const p of list) {
    const far = Math.hypot(PLACEMENTS[p].middle[0] - x, PLACEMENTS[p].middle[1] - y);
    if (far < least - 1e-6) {
      best = p;
      least = far;
    }
  }
  return best;
}

// The first orientation, from `orientation` on, that has a placement on the board; null if there is
// none.
/** @param {number} piece @param {number} orientation */
function orientationWithPlaces(piece, orientation) {
  const count = PIECES[piece].orientations.length;
  for (let i = 0; i < count; i += 1) {
    const o = (orientation + i) % count;
    if (LYING[piece][o].length > 0) return o;
  }
  return null;
}

// Takes a piece from the rack into the hand by keyboard. It is held over the nearest place where it
// fits, or else over the nearest place.
/** @param {number} piece */
function pickUp(piece) {
  const on = standing(onBoard());
  const o = orientationWithPlaces(piece, game.orientation[piece]);
  if (o === null) return announce(words("no_place", { piece: called(PIECES[piece]) }));
  const places = LYING[piece][o];
  const from = hand.last || [BOARD.width / 2, BOARD.height / 2];
  const fitting = places.filter((p) => fits(on, p));
  game.orientation[piece] = o;
  game.chosen = piece;
  const p = present(nearest(fitting.length > 0 ? fitting : places, from));
  hand.placement = p;
  show();
  byId("board").focus({ preventScroll: true });
  return announce(words("in_hand", { piece: called(PIECES[piece]), place: handInWords(p) }));
}

/** @param {number} p */
function handInWords(p) {
  const on = standing(onBoard());
  const { cells } = PLACEMENTS[p];
  const names = cells.map((cell) => CELLS[cell].name).join("");
  const other = inTheWay(on, p);
  if (other === null) return words("fits", { cells: names });
  const clashes = cells.every((cell) => on.owner[cell] !== other);
  return words(clashes ? "clashes" : "blocked", { cells: names, piece: called(PIECES[PLACEMENTS[other].piece]) });
}

/** @param {number | null} p */
function moveHand(p) {
  if (p === null) return announce(words("no_further"));
  hand.placement = p;
  hand.last = PLACEMENTS[p].middle;
  playBoard();
  return announce(handInWords(p));
}

// The same placement one layer higher or lower; null if there is none.
/** @param {number} held @param {number} by */
function otherLayer(held, by) {
  const { piece, orientation, first } = PLACEMENTS[held];
  const from = CELLS[first];
  return LYING[piece][orientation].find((p) => {
    const to = CELLS[PLACEMENTS[p].first];
    return to.layer === from.layer + by && to.x === from.x && to.y === from.y;
  }) ?? null;
}

// Turns the piece in hand, or the one chosen on the rack.
/** @param {number} turn @param {boolean} back */
function turnInHand(turn, back) {
  if (hand.drag) return turnDragged(hand.drag, turn, back);
  if (hand.placement === null) {
    const piece = pieceToTurn();
    return piece === null ? announce(words("choose_first")) : turnPiece(piece, turn, back);
  }
  const { piece, orientation, middle } = PLACEMENTS[hand.placement];
  let next = turnedTo(piece, orientation, turn, back);
  if (next === null) return announce(refusedInWords(piece, turn));
  // Turns the piece further while it has no placement in the next orientation.
  for (let i = 0; i < 12 && LYING[piece][next].length === 0; i += 1) next = turnedTo(piece, next, turn, back) ?? next;
  game.orientation[piece] = next;
  const p = nearest(LYING[piece][next], middle) ?? hand.placement;
  hand.placement = p;
  show();
  return announce(handInWords(p));
}

// Moves the piece in hand to the next placement that fits, in any orientation.
/** @param {number} held @param {number} by */
function nextPlace(held, by) {
  const on = standing(onBoard());
  const { piece } = PLACEMENTS[held];
  /** @type {(p: number) => number} */
  const order = (p) => PLACEMENTS[p].first * 1000 + PLACEMENTS[p].orientation;
  const places = OF_PIECE[piece].filter((p) => fits(on, p)).sort((a, b) => order(a) - order(b));
  if (places.length === 0) return announce(words("fits_nowhere", { piece: called(PIECES[piece]) }));
  const here = order(held);
  const next = by > 0 ? places.find((p) => order(p) > here) ?? places[0]
    : places.filter((p) => order(p) < here).pop() ?? places[places.length - 1];
  game.orientation[piece] = PLACEMENTS[next].orientation;
  return moveHand(next);
}

/** @param {number} p */
function dropHand(p) {
  if (!fits(standing(onBoard()), p)) return announce(words("does_not_fit", { place: handInWords(p) }));
  hand.last = PLACEMENTS[p].middle;
  putDown(p);
  // Moves the keyboard focus to the rack, for the next piece.
  return byId("rack")?.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
}

/** @param {number} p */
function letGo(p) {
  const { piece } = PLACEMENTS[p];
  hand.placement = null;
  show();
  byId("rack")?.querySelector(`[data-piece="${piece}"]`)?.focus();
  announce(words("on_rack", { piece: called(PIECES[piece]) }));
}

// The index of the turn that a key makes; -1 if it makes none.
/** @type {(event: KeyboardEvent) => number} */
const turnOfKey = (event) => DATA.turns.findIndex(({ key }) => key.toLowerCase() === event.key.toLowerCase());

// The piece that keys turn: the one in hand, chosen on the rack, or focused there; null if there is none.
function pieceToTurn() {
  if (hand.drag) return hand.drag.piece;
  if (hand.placement !== null) return PLACEMENTS[hand.placement].piece;
  const focused = document.activeElement?.dataset.piece;
  return game.chosen ?? (focused === undefined ? null : Number(focused));
}

// Handles keys that work wherever the focus is; returns false for other keys. The key of a turn
// turns the piece in hand or chosen, if there is one. Otherwise a letter takes the piece with that
// letter.
/** @param {KeyboardEvent} event */
function commonKey(event) {
  const turn = turnOfKey(event);
  if (turn >= 0 && pieceToTurn() !== null) return turnInHand(turn, event.shiftKey) ?? true;
  if (hand.drag) return false;
  if (event.key === "h") return hint() ?? true;
  if (takeByLetter(event.key)) return true;
  if (turn >= 0) return announce(words("choose_first")) ?? true;
  if (event.key === "H") return hint() ?? true;
  if (event.key === "u" || event.key === "U") return (event.shiftKey ? redo() : undo()) ?? true;
  return false;
}

// Takes the piece with this letter. The same letter again takes the next such piece. Returns
// whether any piece has the letter.
/** @param {string} key */
function takeByLetter(key) {
  const letter = key.toLowerCase();
  if ([...letter].length !== 1 || letter === " ") return false;
  const all = PIECES.flatMap(({ label }, piece) => (label.toLowerCase().startsWith(letter) ? [piece] : []));
  if (all.length === 0) return false;
  const on = standing(onBoard());
  const there = all.filter((piece) => copiesLeft(on, piece) > 0);
  if (there.length === 0) announce(words("none_left", { piece: called(PIECES[all[0]]) }));
  else pickUp(there[(there.indexOf(game.chosen ?? -1) + 1) % there.length]);
  return true;
}

// Clears the choice of a piece. Letter keys then choose pieces again.
function chooseNone() {
  game.chosen = null;
  show();
  byId("board").focus({ preventScroll: true });
  announce(words("hand_empty"));
}

/** @param {KeyboardEvent} event */
function handKeys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const done = hand.placement === null ? emptyHandKey(event) : heldKey(event, hand.placement);
  if (done || commonKey(event) !== false) event.preventDefault();
}

// Handles a key for the piece in hand. Returns false for other keys.
/** @param {KeyboardEvent} event @param {number} held */
function heldKey(event, held) {
  const way = ARROWS[event.key];
  if (way) {
    const { piece, orientation } = PLACEMENTS[held];
    const near = LYING[piece][orientation].map((p) => PLACEMENTS[p]);
    moveHand(nearestTowards(near, PLACEMENTS[held], way)?.index ?? null);
  } else if (event.key === "Enter" || event.key === " ") dropHand(held);
  else if (event.key === "Escape") letGo(held);
  else if (event.key === "PageUp" && BOARD.layers.length > 1) moveHand(otherLayer(held, 1));
  else if (event.key === "PageDown" && BOARD.layers.length > 1) moveHand(otherLayer(held, -1));
  else if (event.key.toLowerCase() === "n") nextPlace(held, event.shiftKey ? -1 : 1);
  else return false;
  return true;
}

// Handles a key for the cursor on the board. Returns false for other keys.
/** @param {KeyboardEvent} event */
function emptyHandKey(event) {
  const way = ARROWS[event.key];
  const under = hand.cursor !== null && state.put.includes(hand.cursor) ? hand.cursor : null;
  if (way) moveCursor(way);
  else if (event.key === "Enter" || event.key === " ") {
    if (under === null) announce(words("hand_empty"));
    else liftCursor(under);
  } else if ((event.key === "Delete" || event.key === "Backspace") && under !== null) takeUp(under);
  else return false;
  return true;
}

// With an empty hand, the arrow keys move from piece to piece.
/** @param {Point} way */
function moveCursor(way) {
  const all = onBoard().map((p) => PLACEMENTS[p]);
  if (all.length === 0) return announce(words("board_empty"));
  const from = all.find(({ index }) => index === hand.cursor);
  const to = from ? nearestTowards(all, from, way) : all[0];
  if (!to) return announce(words("no_piece_there"));
  hand.cursor = to.index;
  playBoard();
  return announce(state.put.includes(to.index) ? to.spoken : words("given", { piece: to.spoken }));
}

/** @param {number} p */
function liftCursor(p) {
  hand.cursor = null;
  const { piece, orientation, spoken } = PLACEMENTS[p];
  change(state.put.filter((other) => other !== p));
  game.orientation[piece] = orientation;
  game.chosen = piece;
  hand.placement = p;
  show();
  announce(words("lifted", { piece: spoken }));
}

/** @param {KeyboardEvent} event */
function rackKeys(event) {
  if (state.view !== "play" || event.ctrlKey || event.metaKey || event.altKey) return;
  const item = event.target.closest(".rack-piece");
  if (!item) return;
  if (event.key === "Enter" || event.key === " ") {
    rackStop = item.dataset.key ?? "";
    pickUp(Number(item.dataset.piece));
  } else {
    if (turnOfKey(event) >= 0 && hand.placement === null) game.chosen = Number(item.dataset.piece);
    if (commonKey(event) === false) return;
  }
  event.preventDefault();
}
