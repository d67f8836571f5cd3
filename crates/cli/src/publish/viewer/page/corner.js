// Solids seen from a corner: the exposed faces, the farthest first.

/** @param {string} color @param {number} share */
function mixed(color, share) {
  const ink = [26, 26, 26];
  const parts = [1, 3, 5].map((at, i) => {
    const part = parseInt(color.slice(at, at + 2), 16);
    return Math.round(part + (ink[i] - part) * share);
  });
  return `rgb(${parts.join(" ")})`;
}

/** @type {(piece: number, cells: number[][]) => Block} */
const pieceBlock = (piece, cells) => ({ color: PIECES[piece].color, pattern: patternFill(piece), cells });

/** @type {(color: number, cell: number[]) => Block} */
const colorBlock = (color, cell) => ({ color: COLORS[color][1], pattern: patternFill(color), cells: [cell] });

// Draws blocks, each with its colour and the vectors of its cells; returns the size of the picture. The
// picture has room for the cells of `around` too.
/** @param {SVGSVGElement} svg @param {Block[]} blocks @param {number[][]} around */
function cornerView(svg, blocks, around = []) {
  const { axes, faces, ball } = present(BOARD.corner);
  /** @type {(cell: number[], axis: 0 | 1 | 2) => number} */
  const along = ([x, y, z], axis) => x * axes[0][axis] + y * axes[1][axis] + z * axes[2][axis];
  const owner = new Map();
  blocks.forEach((block, index) => {
    for (const cell of block.cells) owner.set(vectorKey(cell[0], cell[1], cell[2]), index);
  });
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  /** @type {{ depth: number, index: number, corners: Point[], shade: number, x: number, y: number }[]} */
  const seen = [];
  /** @type {(cell: number[], index: number) => void} */
  const visit = (cell, index) => {
    const [x, y] = [along(cell, 0), along(cell, 1)];
    if (ball) {
      box[0] = Math.min(box[0], x - ball);
      box[1] = Math.min(box[1], y - ball);
      box[2] = Math.max(box[2], x + ball);
      box[3] = Math.max(box[3], y + ball);
      if (index >= 0) seen.push({ depth: along(cell, 2), corners: [], shade: 0, x, y, index });
      return;
    }
    for (const { points, step, shade } of faces[cell[3] || 0]) {
      const corners = points.map(/** @returns {Point} */ ([dx, dy]) => [x + dx, y + dy]);
      for (const [cornerX, cornerY] of corners) {
        box[0] = Math.min(box[0], cornerX);
        box[1] = Math.min(box[1], cornerY);
        box[2] = Math.max(box[2], cornerX);
        box[3] = Math.max(box[3], cornerY);
      }
      const beyond = owner.get(vectorKey(cell[0] + step[0], cell[1] + step[1], cell[2] + step[2]));
      if (index >= 0 && beyond === undefined) {
        seen.push({ depth: along(cell, 2), corners, index, shade, x, y });
      }
    }
  };
  blocks.forEach((block, index) => block.cells.forEach((cell) => visit(cell, index)));
  around.forEach((cell) => visit(cell, -1));
  seen.sort((a, b) => a.depth - b.depth);
  const pictures = seen.map(({ corners, index, shade, x, y }) => {
    if (ball) {
      const { color, pattern } = blocks[index];
      return draw("g", {},
        draw("circle", { class: "face", cx: x, cy: y, r: ball, fill: mixed(color, 0.2), stroke: mixed(color, 0.75) }),
        draw("circle", { cx: x - ball * 0.1, cy: y - ball * 0.1, r: ball * 0.84, fill: color }),
        pattern === null ? null : draw("circle", { cx: x, cy: y, r: ball * 0.9, fill: pattern }),
        draw("circle", { cx: x - ball * 0.38, cy: y - ball * 0.38, r: ball * 0.24, fill: "#fff", "fill-opacity": 0.45 }));
    }
    const { color, pattern } = blocks[index];
    const d = `M${corners.map((corner) => corner.map((c) => c.toFixed(2)).join(" ")).join("L")}Z`;
    const face = draw("path", { class: "face", d, fill: mixed(color, shade), stroke: mixed(color, 0.75) });
    return pattern === null ? face : draw("g", {}, face, draw("path", { d, fill: pattern }));
  });
  fill(svg, ...pictures);
  const margin = 0.8;
  const [width, height] = [box[2] - box[0] + 2 * margin, box[3] - box[1] + 2 * margin];
  if (width > 0) attribute(svg, { viewBox: `${box[0] - margin} ${box[1] - margin} ${width} ${height}` });
  return { width, height };
}

// Draws the whole board from a corner, with placements on it.
/** @param {SVGSVGElement} svg @param {number[]} placements */
function cornerOfBoard(svg, placements) {
  /** @type {(cell: number) => number[]} */
  const vector = (cell) => [CELLS[cell].x, CELLS[cell].y, CELLS[cell].z, CELLS[cell].kind];
  const blocks = placements.flatMap((index) => {
    const { piece, cells, tints } = PLACEMENTS[index];
    if (tints.size === 0) return [pieceBlock(piece, cells.map(vector))];
    return cells.map((cell) => colorBlock(present(tints.get(cell)), vector(cell)));
  });
  const all = CELLS.map((cell) => vector(cell.index));
  svg.classList.toggle("empty", blocks.length === 0);
  cornerView(svg, blocks.length > 0 ? blocks : [{ color: "#b9b09c", pattern: null, cells: all }], all);
}
