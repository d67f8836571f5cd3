// Heat maps: how often a piece covers each cell.

// The colours of heat maps in light mode, from light to dark, as in the program's other pictures.
const LIGHT_RAMP = ["#ffffff", "#d3e4f3", "#93c4e0", "#4b97c9", "#1b62a5", "#08306b"];
// The colours of heat maps in dark mode, from dark to light.
const DARK_RAMP = ["#1c2126", "#173a5c", "#1d5c8f", "#3287bd", "#7cc0e0", "#e2f3fb"];
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @param {number} share */
function ramp(share) {
  const stops = dark.matches ? DARK_RAMP : LIGHT_RAMP;
  const at = Math.max(0, Math.min(1, share)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  /** @type {(color: string, i: number) => number} */
  const channel = (color, i) => parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  /** @type {(i: number) => number} */
  const mix = (i) => Math.round(channel(stops[low], i) + (channel(stops[low + 1], i) - channel(stops[low], i)) * (at - low));
  const [r, g, b] = [0, 1, 2].map(mix);
  return { fill: `rgb(${r} ${g} ${b})`, ink: 0.3 * r + 0.59 * g + 0.11 * b > 140 ? "#1a1a1a" : "#ffffff" };
}

// The count shown by the darkest shade: the greatest one, except for cells that the piece always covers,
// which would make all others light.
/** @param {number[]} cells @param {number} whole */
function darkest(cells, whole) {
  const some = cells.filter((count) => count < whole && count > 0);
  return some.length > 0 ? Math.max(...some) : Math.max(1, whole);
}

// For each cell, the number of solutions in which the piece covers it (`cells`), and for each placement, the
// number of solutions that contain it (`counts`). `whole` is the number of solutions that were counted: all
// solutions if `exact`, otherwise the embedded solutions that pass the filters.
/** @param {number} piece */
function density(piece) {
  const exact = state.filters.length === 0 && HOLDING !== null;
  const counts = exact ? HOLDING.map(Number) : tally();
  const whole = exact ? Number(TOTAL) : left.length;
  const cells = new Array(CELLS.length).fill(0);
  for (const p of OF_PIECE[piece]) for (const cell of PLACEMENTS[p].cells) cells[cell] += counts[p];
  return { cells, counts, whole, exact };
}

// The `data-key` of the cell that has the focus when the player tabs to the board.
let heatStop = "";

function heatBoard() {
  const board = byId("board");
  const { cells, whole } = density(state.piece);
  const { name } = PIECES[state.piece];
  const most = darkest(cells, whole);
  const asked = new Set(state.filters.map((f) => f.pattern));
  attribute(board, { role: "group", "aria-label": words("board_where", { title: DATA.title, piece: called(PIECES[state.piece]) }), tabindex: null });
  const numbers = CELLS.length <= 240;
  /** @type {(cell: Cell) => SVGElement} */
  const one = (cell) => {
    const share = whole === 0 ? 0 : cells[cell.index] / whole;
    const { fill, ink } = ramp(cells[cell.index] / most);
    const pattern = `${name}@${cell.name}`;
    const d = BOARD.kinds[cell.kind][0];
    const label = words("cell_share", { cell: cell.name, piece: called(PIECES[state.piece]), share: percent(share) });
    const picture = draw("g", {
      class: "cell", role: "button", tabindex: "-1", "data-key": `cell-${cell.index}`, "aria-label": label,
      "aria-pressed": String(asked.has(pattern)), on: { click: () => askCell(pattern, cells[cell.index]) },
    }, draw("path", BOARD.closed
      ? { class: "warm", d, transform: shift(cell.at), fill }
      : { class: "warm stick", d, transform: shift(cell.at), style: share > 0 ? `stroke:${fill}` : "stroke:transparent" }),
    draw("title", {}, label));
    if (asked.has(pattern)) picture.classList.add("kept");
    const [x, y] = cell.centre;
    if (!BOARD.closed) include(picture, draw("circle", { class: "plate", cx: x, cy: y, r: 2 }));
    if (numbers && share > 0) {
      const text = percent(share).replace(/\s?%/, "");
      include(picture, draw("text", {
        class: "label number", x, y, "font-size": BOARD.closed ? 2.7 : 1.7, fill: BOARD.closed ? ink : null,
      }, text));
    }
    return picture;
  };
  keepingFocus(board, () => {
    fill(group(board, "pieces"));
    fill(group(board, "marks"));
    fill(group(board, "hand"));
    fill(group(board, "heat"), ...CELLS.map(one));
    const stop = board.querySelector(`[data-key="${heatStop}"]`) || group(board, "heat").firstElementChild;
    stop?.setAttribute("tabindex", "0");
  });
  fill(byId("corner"));
}

/** @param {string} pattern @param {number} count */
function askCell(pattern, count) {
  if (count === 0 || matching(pattern).length === 0) {
    announce(words("none_there"));
    return;
  }
  toggle("with", pattern);
}

/** @param {KeyboardEvent} event */
function heatKeys(event) {
  const cell = event.target.closest("[data-key]");
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const index = Number(cell.dataset.key?.slice("cell-".length));
  const way = ARROWS[event.key];
  if (event.key === "Enter" || event.key === " ") {
    askCell(`${PIECES[state.piece].name}@${CELLS[index].name}`, density(state.piece).cells[index]);
  } else if (way) {
    const near = CELLS.map((other) => ({ middle: other.centre, index: other.index }));
    const next = nearestTowards(near, near[index], way);
    if (next) {
      cell.setAttribute("tabindex", "-1");
      heatStop = `cell-${next.index}`;
      const there = byId("board").querySelector(`[data-key="${heatStop}"]`);
      there?.setAttribute("tabindex", "0");
      there?.focus({ preventScroll: true });
    }
  } else {
    return;
  }
  event.preventDefault();
}

function heatUnder() {
  const { cells, whole, exact } = density(state.piece);
  const most = darkest(cells, whole);
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => ramp(share).fill);
  const of = exact ? words("of_all_solutions", { solutions: solutionsInWords(present(TOTAL)) })
    : words(DATA.solutions.choice === "all" ? "of_left" : "of_held", { solutions: solutionsInWords(left.length) });
  return [make("div", { class: "row legend" },
    make("span", { class: "quiet" }, percent(0)),
    make("span", { class: "ramp", style: `background:linear-gradient(to right, ${stops.join(",")})`, "aria-hidden": "true" }),
    make("span", { class: "quiet" }, percent(whole === 0 ? 0 : most / whole)),
    make("span", { class: "quiet" }, of))];
}

function heatSide() {
  const { counts, whole } = density(state.piece);
  const pieces = PIECES.map((piece, p) => make("button", {
    type: "button", role: "radio", class: "choice", "data-key": `heat-${p}`,
    "aria-checked": String(p === state.piece), on: { click: () => update({ piece: p }) },
  }, icon(p, 0, 1.4), make("span", {}, called(piece))));
  roving(pieces, state.piece);
  const best = OF_PIECE[state.piece].filter((p) => counts[p] > 0).sort((a, b) => counts[b] - counts[a]);
  const unused = OF_PIECE[state.piece].length - best.length;
  const rows = best.slice(0, 12).map((p, i) => make("li", {}, make("button", {
    type: "button", class: "placement", "data-key": `best-${i}`,
    "aria-pressed": String(state.filters.some((f) => f.pattern === PLACEMENTS[p].name && f.sign === "with")),
    "aria-label": `${PLACEMENTS[p].spoken}, ${percent(counts[p] / whole)}`, on: { click: () => toggle("with", PLACEMENTS[p].name) },
  }, placementPicture(p), make("span", { class: "what" }, called(PIECES[state.piece])), make("span", { class: "share" }, percent(counts[p] / whole)))));
  return [
    make("section", { class: "card", "aria-label": words("pieces") },
      make("h2", { id: "which" }, words("where_lies")),
      make("div", { class: "choices", role: "radiogroup", "aria-labelledby": "which" }, pieces)),
    filterList(words("click_cell")),
    make("section", { class: "card", "aria-label": words("frequent_places", { piece: called(PIECES[state.piece]) }) },
      make("h2", {}, words("frequent_places", { piece: called(PIECES[state.piece]) })),
      make("ul", { class: "placements" }, rows),
      unused > 0 ? make("p", { class: "quiet" }, words("places_in_none", { places: words("places", { count: unused }), all: grouped(OF_PIECE[state.piece].length) })) : null),
  ];
}

/** @type {PageView} */
const HEAT = {
  id: "heat",
  board: heatBoard,
  under: heatUnder,
  side: heatSide,
  keys: heatKeys,
  help: () => [
    [words("key_board"), words("key_cells_does")],
    [words("key_enter"), words("key_keep_cell_does")],
  ],
};
