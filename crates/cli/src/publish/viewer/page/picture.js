// Pictures: the board, pieces on it, and single pieces.

/** @type {(at: Point) => string} */
const shift = ([x, y]) => `translate(${x.toFixed(2)} ${y.toFixed(2)})`;

// Hatching patterns for pieces beyond the palette: one for each further round through the palette.
function hatches() {
  const rounds = new Set(PIECES.map((piece) => piece.round).filter((round) => round > 0));
  return [...rounds].map((round) => {
    const side = 3 + (round % 3);
    const lines = round % 2 === 1 ? `M0 ${side}L${side} 0` : `M0 0L${side} ${side}`;
    return draw("pattern", { id: `hatch-${round}`, width: side, height: side, patternUnits: "userSpaceOnUse" },
      draw("path", { d: lines, stroke: "#000", "stroke-opacity": 0.55, "stroke-width": 0.8 }));
  });
}

// The empty board, with empty groups for everything drawn later.
/** @param {SVGSVGElement} svg */
function ground(svg) {
  attribute(svg, { viewBox: `0 0 ${BOARD.width} ${BOARD.height}` });
  fill(svg, draw("defs", {}, hatches(), patterns()));
  const cells = draw("g", { class: "ground", "aria-hidden": "true" });
  if (BOARD.closed) {
    include(cells, draw("path", { class: "tray", d: BOARD.outline }), draw("path", { class: "grid", d: BOARD.lines }));
    for (const index of BOARD.optional) {
      const cell = CELLS[index];
      include(cells, draw("circle", { class: "optional", cx: cell.centre[0], cy: cell.centre[1], r: 1.6 }));
    }
  } else {
    for (const cell of CELLS) {
      const d = BOARD.kinds[cell.kind][0];
      include(cells, draw("path", { class: OPTIONAL.has(cell.index) ? "stick optional" : "stick", d, transform: shift(cell.at) }));
    }
  }
  for (const [index, color] of BOARD.asked ?? []) {
    const [cx, cy] = CELLS[index].centre;
    include(cells, draw("circle", { class: "asked", cx, cy, r: (BOARD.edge * 0.2).toFixed(2), fill: COLORS[color][1] },
      draw("title", {}, COLORS[color][0])));
  }
  // Cells that a goal leaves open are not part of the tray.
  const gaps = (BOARD.open ?? []).map(([x, y, z, kind, layer]) => ({ at: place(x, y, z, layer), kind }));
  if (BOARD.closed) {
    for (const { at, kind } of gaps) include(cells, draw("path", { class: "gap", d: BOARD.kinds[kind][0], transform: shift(at) }));
  }
  /** @type {(x: number, y: number) => boolean} */
  const isGap = (x, y) => gaps.some(({ at, kind }) => {
    const [right, down] = BOARD.kinds[kind][1];
    return Math.hypot(at[0] + right - x, at[1] + down - y) < BOARD.edge / 10;
  });
  const labels = BOARD.labels ?? [];
  const size = BOARD.edge * Math.min(0.32, ...labels.map(([, , label]) => 0.85 / (0.62 * label.length)));
  for (const [x, y, label, open] of labels) {
    include(cells, draw("text", { class: open || isGap(x, y) ? "written open" : "written", x, y, "font-size": size.toFixed(2) }, label));
  }
  for (const layer of BOARD.layers) {
    if (layer.caption) {
      include(cells, draw("text", { class: "caption", x: layer.caption[0], y: layer.caption[1] }, words("layer", { layer: layer.z })));
    }
  }
  include(svg, cells);
  for (const name of ["heat", "pieces", "marks", "hand"]) include(svg, draw("g", { class: name }));
}

/** @type {(svg: SVGSVGElement, name: string) => SVGElement} */
const group = (svg, name) => /** @type {SVGElement} */ (svg.querySelector(`:scope > g.${name}`));

// Draws a piece in an orientation, layer by layer; `at` gives the position of each layer.
/** @param {number} piece @param {number} orientation @param {(z: number) => Point} at */
function parts(piece, orientation, at, { alone = false, given = false } = {}) {
  const { color, edge, ink, label, round } = PIECES[piece];
  const drawn = [];
  for (const part of PIECES[piece].orientations[orientation].parts) {
    const [x, y] = at(part.z);
    const one = draw("g", { transform: shift([x, y]) });
    const [labelX, labelY, room] = part.label;
    const long = [...label].length;
    // On pieces with coloured cells, smaller letters leave room for the colours.
    const size = room * (part.tints ? 0.5 : 0.95) * (long <= 1 ? 1 : long === 2 ? 0.8 : 2.2 / long);
    if (BOARD.closed) {
      include(one, draw("path", { class: "area", d: part.area, fill: color, stroke: edge, "fill-rule": "evenodd" }));
      if (round > 0 && !hasPatterns) include(one, draw("path", { d: part.area, fill: `url(#hatch-${round})` }));
      if (hasPatterns && !part.tints) include(one, draw("path", { d: part.area, fill: patternFill(piece) }));
      for (const [tint, d] of part.tints || []) {
        include(one, draw("path", { class: "tint", d, fill: COLORS[tint][1], stroke: COLORS[tint][1] }), hasPatterns ? draw("path", { d, fill: patternFill(tint) }) : null);
      }
      include(one, draw("path", { class: "lines", d: part.lines, stroke: edge }));
      for (const [beadX, beadY, r] of part.beads || []) {
        include(one, draw("circle", { class: "bead", cx: beadX, cy: beadY, r, stroke: ink }));
      }
    } else {
      const d = alone ? part.area : part.lines;
      include(one,
        draw("path", { class: "casing", d, stroke: edge }),
        draw("path", { class: "core", d, stroke: color }),
        ...(part.tints || []).map(([tint, line]) => draw("path", { class: "core", d: line, stroke: COLORS[tint][1] })),
        hasPatterns ? draw("path", { class: "core pattern", d, stroke: ink, "stroke-dasharray": patternDashes(piece) }) : null,
        // A wider, invisible line makes it easier to grasp the piece.
        draw("path", { class: "grip", d }),
        draw("circle", { class: "badge", cx: labelX, cy: labelY, r: 2.1, fill: color, stroke: edge }),
      );
      if (round > 0 && !hasPatterns) include(one, draw("path", { class: "core dashes", d, stroke: "#000" }));
    }
    if (given) include(one, draw("circle", { class: "ring", cx: labelX, cy: labelY, r: BOARD.closed ? size * 0.8 : 2.9, stroke: BOARD.closed ? ink : edge }));
    const plate = hasPatterns && BOARD.closed && !part.tints ? `stroke:${color}` : null;
    include(one, draw("text", { class: part.tints ? "label on-tints" : plate ? "label on-pattern" : "label", style: plate, x: labelX, y: labelY, "font-size": size.toFixed(2), fill: ink }, label));
    drawn.push(one);
  }
  return drawn;
}

// Draws a placement as it lies on the board.
/** @param {number} index @param {Attributes} attributes */
function lying(index, attributes = {}, how = {}) {
  const placement = PLACEMENTS[index];
  const { x, y, z, layer } = CELLS[placement.first];
  // The position of the part of the piece that is `up` layers above its first cell. Layers are drawn side
  // by side, each from another origin, so the parts in all layers have the same x, y and z.
  /** @type {(up: number) => Point} */
  const at = (up) => place(x, y, z, layer + up);
  return draw("g", { class: "piece", ...attributes }, parts(placement.piece, placement.orientation, at, how));
}

// Draws cells of the board as areas.
/** @param {number[]} cells @param {Attributes} attributes */
function areas(cells, attributes) {
  return draw("g", attributes, cells.map((index) => {
    const cell = CELLS[index];
    return draw("path", { d: BOARD.kinds[cell.kind][0], transform: shift(cell.at) });
  }));
}

// Draws a single piece in an orientation. Solids are seen from a corner.
/** @param {number} piece @param {number} orientation */
function icon(piece, orientation, scale = 1) {
  const svg = draw("svg", { class: "icon", "aria-hidden": "true", focusable: "false" });
  if (DATA.solid) {
    const { cells, colors } = PIECES[piece].orientations[orientation];
    const blocks = colors ? cells.map((cell, i) => colorBlock(colors[i], cell)) : [pieceBlock(piece, cells)];
    const box = cornerView(svg, blocks);
    return sized(svg, box.width * scale, box.height * scale);
  }
  include(svg, ...parts(piece, orientation, () => [0, 0], { alone: true }));
  const margin = BOARD.closed ? 0.6 : 2.4;
  const [left, top, right, bottom] = reach(piece, orientation);
  const width = right - left + 2 * margin;
  const height = bottom - top + 2 * margin;
  attribute(svg, { viewBox: `${left - margin} ${top - margin} ${width} ${height}` });
  return sized(svg, width * scale, height * scale);
}

// Sets the size of a picture, in pixels at the usual font size. If the font is larger, the picture
// is larger too.
/** @type {(svg: SVGSVGElement, width: number, height: number) => SVGSVGElement} */
const sized = (svg, width, height) => attribute(svg, { width: `${(width / 16).toFixed(3)}rem`, height: `${(height / 16).toFixed(3)}rem` });

// A small picture of the board with placements on it. Players see it instead of a placement's name.
/** @param {Child[]} children */
function smallBoard(...children) {
  const shown = BOARD.closed ? draw("path", { class: "tray", d: BOARD.outline })
    : CELLS.map((cell) => draw("path", { class: "stick", d: BOARD.kinds[cell.kind][0], transform: shift(cell.at) }));
  return draw("svg", { class: "small-board", viewBox: `0 0 ${BOARD.width} ${BOARD.height}`, "aria-hidden": "true", focusable: "false" }, shown, children);
}

/** @type {(index: number) => SVGSVGElement} */
const placementPicture = (index) => smallBoard(lying(index));

// A small picture of a filter's pattern: a placement, or cells that a piece must cover.
/** @param {Filter} filter */
function patternPicture({ pattern, placements }) {
  const exact = BY_NAME.get(pattern);
  if (exact !== undefined) return placementPicture(exact);
  const { color } = PIECES[PLACEMENTS[placements[0]].piece];
  return smallBoard(areas(cellsOfPattern(pattern), BOARD.closed ? { fill: color } : { class: "core", stroke: color }));
}

// The bounding box of an orientation, relative to its first cell.
/** @param {number} piece @param {number} orientation @returns {[number, number, number, number]} */
function reach(piece, orientation) {
  const { parts: drawn } = PIECES[piece].orientations[orientation];
  /** @type {[number, number, number, number]} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of drawn) {
    const numbers = (part.area.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    for (let i = 0; i < numbers.length; i += 2) {
      box[0] = Math.min(box[0], numbers[i]);
      box[1] = Math.min(box[1], numbers[i + 1]);
      box[2] = Math.max(box[2], numbers[i]);
      box[3] = Math.max(box[3], numbers[i + 1]);
    }
  }
  return box;
}
