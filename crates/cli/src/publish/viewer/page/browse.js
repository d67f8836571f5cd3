// Browsing: a solution on the board, piece by piece; a click on a piece filters the solutions.

/** @type {ReturnType<typeof setInterval> | null} */
let stepping = null;

// The `data-key` of the piece that has the focus when the player tabs to the board.
let browseStop = "";

const shownPieces = () => {
  const all = left.length > 0 ? solution(state.solution) : [];
  return all.map((p) => PLACEMENTS[p]).sort((a, b) => a.first - b.first);
};

function browseBoard() {
  const board = byId("board");
  const all = shownPieces();
  const count = Math.min(state.shown ?? all.length, all.length);
  const kept = new Set(state.filters.filter((f) => f.sign === "with").map((f) => f.pattern));
  const counts = tally();
  attribute(board, { role: "group", "aria-label": words("board_of", { title: DATA.title }), tabindex: null });
  keepingFocus(board, () => {
    fill(group(board, "heat"));
    fill(group(board, "marks"));
    fill(group(board, "hand"));
    fill(group(board, "pieces"), ...all.slice(0, count).map((placement, i) => lying(placement.index, {
      role: "button",
      "data-key": `piece-${i}`,
      "data-placement": placement.name,
      "aria-pressed": String(kept.has(placement.name)),
      "aria-label": words("in_solutions", { piece: placement.spoken, held: grouped(counts[placement.index]), solutions: solutionsInWords(left.length) }),
      tabindex: "-1",
      on: { click: () => toggle("with", placement.name) },
    })));
    for (const piece of group(board, "pieces").children) {
      include(piece, draw("title", {}, piece.getAttribute("aria-label")));
      if (piece.getAttribute("aria-pressed") === "true") piece.classList.add("kept");
    }
    const kids = [...group(board, "pieces").children];
    (kids.find((piece) => piece.dataset.key === browseStop) || kids[0])?.setAttribute("tabindex", "0");
  });
  if (DATA.solid) cornerOfBoard(byId("corner"), all.slice(0, count).map((placement) => placement.index));
}

// The piece that is nearest to `from` in the direction of an arrow key.
/** @template {{ middle: Point }} T @param {T[]} pieces @param {{ middle: Point }} from @param {Point} way */
function nearestTowards(pieces, from, [right, down]) {
  /** @type {T | null} */
  let best = null;
  let least = Infinity;
  for (const piece of pieces) {
    const [x, y] = [piece.middle[0] - from.middle[0], piece.middle[1] - from.middle[1]];
    const along = x * right + y * down;
    const across = Math.abs(x * down - y * right);
    if (along > 0.1 && along >= across * 0.5 && along + 2 * across < least) {
      best = piece;
      least = along + 2 * across;
    }
  }
  return best;
}

/** @type {Record<string, Point | undefined>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {KeyboardEvent} event */
function browseKeys(event) {
  const piece = event.target.closest("[data-placement]");
  if (!piece || event.ctrlKey || event.metaKey || event.altKey) return;
  const pieces = shownPieces();
  const { key = "", placement = "" } = piece.dataset;
  const index = Number(key.slice("piece-".length));
  /** @type {(i: number) => void} */
  const focus = (i) => {
    browseStop = `piece-${i}`;
    for (const other of group(byId("board"), "pieces").children) {
      other.setAttribute("tabindex", other.dataset.key === browseStop ? "0" : "-1");
    }
    byId("board").querySelector(`[data-key="piece-${i}"]`)?.focus({ preventScroll: true });
  };
  switch (event.key) {
    case "Enter":
    case " ": toggle("with", placement); break;
    case "Delete":
    case "Backspace": toggle("without", placement); break;
    case "PageDown": go(1); break;
    case "PageUp": go(-1); break;
    case "Home": focus(0); break;
    case "End": focus(byId("board").querySelectorAll("[data-key]").length - 1); break;
    default: {
      const way = ARROWS[event.key];
      if (!way) return;
      const there = pieces.slice(0, state.shown ?? pieces.length);
      const next = nearestTowards(there, pieces[index], way);
      if (next) focus(there.indexOf(next));
    }
  }
  event.preventDefault();
}

// Shows the solution `by` steps after the current one, among those that the filters leave. After
// the last comes the first.
/** @param {number} by */
function go(by) {
  if (left.length === 0) return;
  const at = left.indexOf(state.solution);
  update({ solution: left[(at + by + left.length) % left.length] });
  announce(words("solution_of", { number: grouped(left.indexOf(state.solution) + 1), all: grouped(left.length) }));
}

/** @param {number} to */
function step(to) {
  const all = shownPieces();
  const count = Math.max(0, Math.min(to, all.length));
  update({ shown: count === all.length ? null : count });
  const last = all[count - 1];
  announce(count === 0 ? words("board_empty") : words("piece_of", { shown: count, all: all.length, piece: last.spoken }));
}

// Shows the pieces of the solution one after another, or stops that.
function playSteps() {
  if (stepping !== null) return stopSteps();
  const all = shownPieces().length;
  if ((state.shown ?? all) === all) state.shown = 0;
  stepping = setInterval(() => {
    const next = (state.shown ?? 0) + 1;
    step(next);
    if (next >= all) stopSteps();
  }, calm() ? 1500 : 700);
  return show();
}

function stopClock() {
  if (stepping !== null) clearInterval(stepping);
  stepping = null;
}

function stopSteps() {
  stopClock();
  show();
}

function browseUnder() {
  const all = shownPieces().length;
  const count = Math.min(state.shown ?? all, all);
  const at = left.indexOf(state.solution);
  const none = left.length === 0;
  const number = make("input", {
    type: "number", min: 1, max: Math.max(1, left.length), value: at + 1, "data-key": "number",
    "aria-label": words("solution_number", { all: left.length }), disabled: none,
    on: {
      change: (event) => {
        const wanted = Math.round(Number(event.target.value));
        update({ solution: left[Math.max(0, Math.min(left.length - 1, wanted - 1))] });
      },
    },
  });
  const range = make("input", {
    type: "range", min: 0, max: all, value: count, "data-key": "range", disabled: none,
    "aria-label": words("pieces_shown"), "aria-valuetext": words("stage_of", { stage: count, stages: all }),
    on: {
      input: (event) => {
        const shown = Number(event.target.value);
        state.shown = shown === all ? null : shown;
        const stageText = words("stage_of", { stage: shown, stages: all });
        event.target.setAttribute("aria-valuetext", stageText);
        fill(present(byId("stepped")), stageText);
        browseBoard();
        writeLink();
      },
    },
  });
  return [
    make("div", { class: "row" },
      button(`‹ ${words("previous")}`, () => go(-1), { "data-key": "previous", disabled: none }),
      make("span", { class: "counter" }, number, ` ${words("of_all", { all: grouped(left.length) })}`),
      button(`${words("next")} ›`, () => go(1), { "data-key": "next", disabled: none }),
      button(words("any"), () => go(1 + Math.floor(Math.random() * left.length)), { "data-key": "any", disabled: none })),
    make("div", { class: "row" },
      button("−", () => step(count - 1), { "data-key": "less", "aria-label": words("piece_less"), disabled: none || count === 0 }),
      range,
      button("+", () => step(count + 1), { "data-key": "more", "aria-label": words("piece_more"), disabled: none || count === all }),
      make("span", { class: "quiet", id: "stepped" }, words("stage_of", { stage: count, stages: all })),
      button(words(stepping === null ? "build_up" : "pause"), playSteps, { "data-key": "build", disabled: none })),
  ];
}

// The card with the filters, and buttons to change and remove them. Without filters it shows
// `invitation`.
/** @param {string} invitation */
function filterList(invitation) {
  const list = state.filters.map((one, i) => {
    const { sign, pattern, placements } = one;
    const other = sign === "with" ? "without" : "with";
    const spoken = patternInWords(one);
    return make("li", {},
      make("span", { class: `sign ${sign}` }, words(sign)),
      make("span", { class: "pictured" }, patternPicture(one), called(PIECES[PLACEMENTS[placements[0]].piece]), make("span", { class: "unseen" }, ` ${spoken}`)),
      button(words(other), () => toggle(other, pattern), { "data-key": `turn-${i}`, "aria-label": words(`${other}_instead`, { pattern: spoken }) }),
      button("×", () => toggle(sign, pattern), { "data-key": `remove-${i}`, "aria-label": words("take_back", { piece: `${words(sign)} ${spoken}` }) }));
  });
  return make("section", { class: "card", "aria-label": words("filters") },
    make("h2", {}, words("solutions_view")),
    make("p", { class: "count", id: "count" }, leftInWords()),
    list.length > 0 ? make("ul", { class: "filters" }, list) : null,
    list.length > 1 ? button(words("take_all_back"), () => {
      update({ filters: [] });
      announce(leftInWords());
    }, { "data-key": "clear" }) : null,
    list.length === 0 ? make("p", { class: "quiet" }, invitation) : null);
}

function browseSide() {
  const counts = tally();
  const all = shownPieces();
  const rows = all.map((placement, i) => {
    /** @type {(sign: Filter["sign"]) => boolean} */
    const there = (sign) => state.filters.some((f) => f.sign === sign && f.pattern === placement.name);
    const piece = PIECES[placement.piece];
    return make("li", {},
      make("button", {
        type: "button", class: "placement", "data-key": `row-${i}`, "aria-pressed": String(there("with")),
        "aria-label": `${placement.spoken}, ${percent(shareOf(placement.index, counts))}`, on: { click: () => toggle("with", placement.name) },
      },
      placementPicture(placement.index),
      make("span", { class: "what" }, called(piece)),
      make("span", { class: "share" }, percent(shareOf(placement.index, counts)))),
      button(words("without"), () => toggle("without", placement.name), {
        class: "not", "data-key": `not-${i}`, "aria-label": words("only_without", { pattern: placement.spoken }),
      }));
  });
  const number = left.length > 0 && (NUMBERS !== null || state.filters.length > 0)
    ? make("p", { class: "quiet" }, TOTAL ? words("number_of_all", { number: grouped(numberOf(state.solution)), all: grouped(TOTAL) }) : words("number_of_solution", { number: grouped(numberOf(state.solution)) }))
    : null;
  return [
    filterList(words("click_piece")),
    left.length > 0 ? make("section", { class: "card", "aria-label": words("in_this_solution") },
      make("h2", {}, words("in_this_solution")),
      number,
      make("p", { class: "quiet" }, words("how_many_have")),
      make("ul", { class: "placements" }, rows)) : null,
  ];
}

/** @type {PageView} */
const BROWSE = {
  id: "browse",
  board: browseBoard,
  under: browseUnder,
  side: browseSide,
  keys: browseKeys,
  help: () => [
    [words("key_board"), words("key_pieces_does")],
    [words("key_enter"), words("key_keep_does")],
    [words("key_delete"), words("key_elsewhere_does")],
    [words("key_pages"), words("key_pages_does")],
  ],
};
