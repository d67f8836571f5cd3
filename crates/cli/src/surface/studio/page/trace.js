"use strict";
// Traces a picture or photo to a board of squares: dark areas become cells of the grid that fits best.

// The longer side of the analysed picture, in pixels.
const TRACED = 480;
// The maximum number of cells across a traced board.
const MOST_ACROSS = 60;

// The picture being traced; null if none is.
/** @type {Tracing | null} */
let trace = null;

function traceButton() {
  const input = make("input", { type: "file", accept: "image/*", class: "unseen", id: "trace-file", tabindex: "-1", "aria-label": text("trace") });
  input.addEventListener("change", () => { if (input.files?.[0]) openTrace(input.files[0]); });
  return make("span", {}, button(text("trace"), () => input.click(), { id: "trace-open" }), input);
}

/** @param {Blob} file */
async function openTrace(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    say(text("no-picture"));
    return;
  }
  const untilted = readPicture(bitmap, 0, "#fff");
  const { light, width, height } = untilted;
  const threshold = betweenDarkAndLight(light);
  const isInverted = isDarkAround(light, width, height, threshold);
  trace = { ...untilted, bitmap, border: borderColor(untilted), threshold, isInverted, keepsSmall: false, across: 1, ink: new Int32Array(), specks: [], box: null };
  const angle = tilt(untilted);
  turnTo(Math.abs(angle) >= LEAST_TILT ? angle : 0);
}

// The minimum tilt, in degrees, that is straightened. Smaller tilts are within the error of the estimate.
const LEAST_TILT = 0.5;

/**
 * Turns the traced picture back by an angle, and finds the shape in it and its grid.
 * @param {number} angle The angle in degrees, clockwise, by which the picture is tilted.
 */
function turnTo(angle) {
  const traced = present(trace);
  if (angle !== traced.angle) Object.assign(traced, readPicture(traced.bitmap, angle, angle === 0 ? "#fff" : traced.border));
  findInk();
  traced.across = bestAcross();
  drawTrace();
}

/**
 * Reads a picture, turned back by an angle. Transparent areas become white.
 * @param {ImageBitmap} bitmap
 * @param {number} angle The angle in degrees, clockwise, by which the picture is tilted.
 * @param {string} ground The colour of the corners of a turned picture.
 * @returns {ReadPicture}
 */
function readPicture(bitmap, angle, ground) {
  const scale = Math.min(1, TRACED / Math.max(bitmap.width, bitmap.height));
  const turn = -angle * Math.PI / 180;
  const [wide, high] = [bitmap.width * scale, bitmap.height * scale];
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [width, height] = [wide * cos + high * sin, wide * sin + high * cos].map((side) => Math.max(1, Math.round(side)));
  const paper = present(new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }));
  paper.fillStyle = ground;
  paper.fillRect(0, 0, width, height);
  paper.translate(width / 2, height / 2);
  paper.rotate(turn);
  paper.drawImage(bitmap, -wide / 2, -high / 2, wide, high);
  paper.resetTransform();
  const { data } = paper.getImageData(0, 0, width, height);
  const light = new Uint8Array(width * height);
  for (let at = 0; at < light.length; at += 1) light[at] = 0.2126 * data[4 * at] + 0.7152 * data[4 * at + 1] + 0.0722 * data[4 * at + 2];
  return { angle, paper, width, height, gray: light, light: medians(light, width, height) };
}

// The mean colour of the pixels at the border of the picture.
/** @param {ReadPicture} picture */
function borderColor({ paper, width, height }) {
  const { data } = paper.getImageData(0, 0, width, height);
  const sums = [0, 0, 0];
  let count = 0;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) continue;
    count += 1;
    for (let channel = 0; channel < 3; channel += 1) sums[channel] += data[4 * at + channel];
  }
  return `rgb(${sums.map((sum) => Math.round(sum / count)).join(" ")})`;
}

/**
 * Replaces each pixel by a weighted mean of it and two neighbours on each side. Gradients then have the direction
 * of the edge, and not that of the steps between its pixels.
 * @param {ArrayLike<number>} gray
 * @param {number} step The distance of neighbours: 1 for a row, the width for a column.
 * @param {number} width
 */
function blurred(gray, step, width) {
  const smooth = Float32Array.from(gray);
  for (let at = 2 * step; at + 2 * step < gray.length; at += 1) {
    if (step === 1 && (at % width < 2 || at % width >= width - 2)) continue;
    smooth[at] = (gray[at - 2 * step] + 4 * gray[at - step] + 6 * gray[at] + 4 * gray[at + step] + gray[at + 2 * step]) / 16;
  }
  return smooth;
}

// The number of bins per degree in which directions of edges are counted.
const PARTS = 4;

/**
 * The angle in degrees, from -45 to 45, by which most edges are tilted: edges of squares have two directions, a right
 * angle apart. Each pixel votes with its gradient (the operator of H. Scharr, "Optimale Operatoren in der Digitalen
 * Bildverarbeitung", 2000). Among the angles near the most votes, the result is the one at which the edges lie on
 * the fewest lines.
 * @param {ReadPicture} picture
 */
function tilt({ gray, width, height }) {
  const edges = edgesOf(blurred(blurred(gray, 1, width), width, width), width, height);
  const bins = 90 * PARTS;
  const votes = new Float64Array(bins);
  for (const { turn, strength } of edges) votes[Math.floor((turn / 90 + 2.5) * bins) % bins] += strength;
  /** @type {(middle: number) => number} */
  const around = (middle) => Array.from({ length: 4 * PARTS + 1 }, (_, at) => votes[(middle + at - 2 * PARTS + bins) % bins]).reduce((sum, vote) => sum + vote, 0);
  const likely = Array.from({ length: bins }, (_, bin) => around(bin));
  const best = likely.indexOf(Math.max(...likely)) / PARTS - 45;
  let [angle, most] = [0, -1];
  for (let tenths = Math.round(10 * best) - 25; tenths <= Math.round(10 * best) + 25; tenths += 1) {
    const score = onLines(edges, tenths / 10);
    if (score > most) [angle, most] = [tenths / 10, score];
  }
  return Math.round(10 * ((angle + 135) % 90 - 45)) / 10;
}

/**
 * The pixels with a gradient: their places, the gradient's strength, its direction in degrees, and as `turn` the
 * direction modulo 90, from -45 to 45.
 * @param {ArrayLike<number>} light
 * @param {number} width
 * @param {number} height
 */
function edgesOf(light, width, height) {
  /** @type {{ x: number, y: number, strength: number, degrees: number }[]} */
  const edges = [];
  for (let y = 1; y + 1 < height; y += 1) {
    for (let x = 1; x + 1 < width; x += 1) {
      /** @type {(dx: number, dy: number) => number} */
      const at = (dx, dy) => light[(y + dy) * width + x + dx];
      const across = 3 * (at(1, -1) + at(1, 1) - at(-1, -1) - at(-1, 1)) + 10 * (at(1, 0) - at(-1, 0));
      const down = 3 * (at(-1, 1) + at(1, 1) - at(-1, -1) - at(1, -1)) + 10 * (at(0, 1) - at(0, -1));
      const strength = Math.hypot(across, down);
      // A weaker gradient is noise. The limit is the gradient of an edge between two areas whose brightness
      // differs by 12 of 255.
      if (strength >= 12 * 16) edges.push({ x, y, strength, degrees: Math.atan2(down, across) * 180 / Math.PI });
    }
  }
  return edges.map((edge) => ({ ...edge, turn: (edge.degrees + 405) % 90 - 45 }));
}

/**
 * Measures how well the edges tilted by an angle lie on few lines: the sum, over all lines, of the
 * squared strength of the edges on the line.
 * @param {{ x: number, y: number, strength: number, degrees: number }[]} edges
 * @param {number} angle
 */
function onLines(edges, angle) {
  const [cos, sin] = [Math.cos(angle * Math.PI / 180), Math.sin(angle * Math.PI / 180)];
  // An index is the distance of a line from the origin plus half the length of the array, because distances may
  // be negative.
  const lines = [0, 0].map(() => new Float64Array(4 * TRACED));
  for (const { x, y, strength, degrees } of edges) {
    const quarter = ((degrees - angle) / 90 + 4.5) % 1 - 0.5;
    // Edges in other directions are not edges of squares.
    if (Math.abs(quarter) > 10 / 90) continue;
    const isDown = Math.floor((degrees - angle) / 90 + 4.5) % 2;
    const line = Math.round(isDown ? y * cos - x * sin : x * cos + y * sin);
    lines[isDown][line + 2 * TRACED] += strength;
  }
  return lines.reduce((sum, of) => of.reduce((all, strength) => all + strength * strength, sum), 0);
}

// A median filter over 3 × 3 pixels, which removes specks and keeps edges.
/** @param {Uint8Array} light @param {number} width @param {number} height */
function medians(light, width, height) {
  const smooth = light.slice();
  const around = new Uint8Array(9);
  for (let y = 1; y + 1 < height; y += 1) {
    for (let x = 1; x + 1 < width; x += 1) {
      for (let at = 0; at < 9; at += 1) around[at] = light[(y + Math.floor(at / 3) - 1) * width + x + at % 3 - 1];
      smooth[y * width + x] = around.sort()[4];
    }
  }
  return smooth;
}

// The threshold that separates dark from light best (N. Otsu, "A threshold selection method from gray-level
// histograms", 1979).
/** @param {Uint8Array} light */
function betweenDarkAndLight(light) {
  const counts = new Float64Array(256);
  for (const value of light) counts[value] += 1;
  let [below, sumBelow, first, last, most] = [0, 0, 128, 128, -1];
  const sum = counts.reduce((all, count, value) => all + count * value, 0);
  for (let value = 0; value < 255; value += 1) {
    below += counts[value];
    sumBelow += counts[value] * value;
    const above = light.length - below;
    if (below === 0 || above === 0) continue;
    const variance = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2;
    if (variance > most) [first, most] = [value + 1, variance];
    if (variance === most) last = value + 1;
  }
  // All thresholds from `first` to `last` separate the pixels equally well; the middle one is taken.
  return Math.round((first + last) / 2);
}

// Whether most of the border is dark, which means that the shape is light.
/** @param {Uint8Array} light @param {number} width @param {number} height @param {number} threshold */
function isDarkAround(light, width, height, threshold) {
  let dark = 0;
  for (let x = 0; x < width; x += 1) dark += Number(light[x] < threshold) + Number(light[(height - 1) * width + x] < threshold);
  for (let y = 0; y < height; y += 1) dark += Number(light[y * width] < threshold) + Number(light[y * width + width - 1] < threshold);
  return dark > width + height;
}

// Connected areas of ink smaller than this share of the largest one are specks.
const SPECK = 0.03;
// A speck is outlined in the picture only if its area is at least this share of a cell.
const SHOWN_SPECK = 0.15;

// A cell that is not dark enough to be a cell of the board is still outlined in the picture if at least this share
// of it is dark.
const FAINT = 0.15;

// Finds the pixels of the shape, without specks, and their bounding box: left, top, width, height; null if
// there are none. Must be called when the threshold or inversion changes.
function findInk() {
  const traced = present(trace);
  const { light, threshold, isInverted, width, height } = traced;
  const dark = light.map((value) => Number((value < threshold) !== isInverted));
  [traced.ink, traced.specks] = withoutSpecks(dark, width, height, traced.keepsSmall ? 0 : SPECK);
  traced.box = inkBox();
}

/**
 * Finds the connected areas of ink. Returns the pixels of the areas that are no specks (1 for ink, 0 for none),
 * and the specks.
 * @param {Uint8Array} ink
 * @param {number} width
 * @param {number} height
 * @param {number} share Areas below this share of the largest one are specks.
 * @returns {[Int32Array, InkArea[]]}
 */
function withoutSpecks(ink, width, height, share) {
  const part = new Int32Array(ink.length);
  /** @type {InkArea[]} */
  const areas = [[0, 0, 0, 0, 0]];
  for (let start = 0; start < ink.length; start += 1) {
    if (!ink[start] || part[start]) continue;
    const stack = [start];
    part[start] = areas.length;
    /** @type {InkArea} */
    const area = [width, height, 0, 0, 0];
    while (stack.length > 0) {
      const at = present(stack.pop());
      const [x, y] = [at % width, Math.floor(at / width)];
      [area[0], area[1], area[2], area[3]] = [Math.min(area[0], x), Math.min(area[1], y), Math.max(area[2], x + 1), Math.max(area[3], y + 1)];
      area[4] += 1;
      for (const near of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
        if (near < 0 || near >= width * height || !ink[near] || part[near]) continue;
        part[near] = areas.length;
        stack.push(near);
      }
    }
    areas.push(area);
  }
  const largest = areas.reduce((most, [, , , , size]) => Math.max(most, size), 0);
  // Areas of less than nine pixels are noise.
  const least = Math.max(9, share * largest);
  /** @param {InkArea} area */
  const isSpeck = ([, , , , size]) => size < least;
  return [part.map((of) => Number(of > 0 && !isSpeck(areas[of]))), areas.slice(1).filter(isSpeck)];
}

/**
 * The areas left out of the board: cells that are partly dark, and specks.
 * @returns {PixelBox[]}
 */
function leftOut() {
  const { box, across, specks } = present(trace);
  if (box === null) return [];
  const [left, top, width, height] = box;
  const rows = shares(box, across);
  const [wide, high] = [width / across, height / rows.length];
  /** @type {(x: number, y: number) => PixelBox} */
  const cell = (x, y) => [left + x * wide, top + y * high, left + (x + 1) * wide, top + (y + 1) * high];
  const faint = rows.flatMap((row, y) => row.flatMap((share, x) => (share >= FAINT && share < 0.5 ? [cell(x, y)] : [])));
  const seen = specks.filter(([, , , , size]) => size >= SHOWN_SPECK * wide * high);
  return [...faint, ...seen.map(/** @returns {PixelBox} */ ([x, y, right, bottom]) => [x, y, right, bottom])];
}

/** @returns {Tracing["box"]} */
function inkBox() {
  const { ink, width, height } = present(trace);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!ink[y * width + x]) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right < 0 ? null : [left, top, right - left + 1, bottom - top + 1];
}

// How much of each cell is dark, from 0 to 1, row by row. The grid divides the width of the box into `across`
// cells.
/** @param {Tracing["box"] & {}} box @param {number} across */
function shares([left, top, width, height], across) {
  const { ink, width: pixels } = present(trace);
  const down = Math.max(1, Math.round(across * height / width));
  const [wide, high] = [width / across, height / down];
  return Array.from({ length: down }, (_, row) => Array.from({ length: across }, (__, column) => {
    // Only pixels inside the cell are sampled, away from the lines between cells.
    const [x0, x1] = [0.12, 0.88].map((at) => left + Math.floor((column + at) * wide));
    const [y0, y1] = [0.12, 0.88].map((at) => top + Math.floor((row + at) * high));
    let [dark, all] = [0, 0];
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0; x <= x1; x += 1) {
        dark += ink[y * pixels + x];
        all += 1;
      }
    }
    return all > 0 ? dark / all : 0;
  }));
}

// The smallest number of cells across for which nearly all cells are uniformly dark or light. If there is none,
// the number for which the cells are most nearly uniform.
function bestAcross() {
  const { box } = present(trace);
  if (box === null) return 1;
  let [best, most] = [1, 0];
  for (let across = 1; across <= MOST_ACROSS && box[2] / across >= 4; across += 1) {
    const cells = shares(box, across).flat();
    const purity = cells.reduce((sum, share) => sum + Math.max(share, 1 - share), 0) / cells.length;
    if (purity > 0.985) return across;
    if (purity > most + 0.002) [best, most] = [across, purity];
  }
  return best;
}

// The traced board as rows of characters.
function tracedRows() {
  const { box, across } = present(trace);
  if (box === null) return [];
  return shares(box, across).map((row) => row.map((share) => (share >= 0.5 ? "#" : ".")).join(""));
}

function drawTrace() {
  const traced = trace;
  if (traced === null) {
    fill(byId("trace"));
    return;
  }
  const rows = tracedRows();
  const count = rows.join("").replaceAll(".", "").length;
  /** @type {(key: "across" | "darkness", value: number, least: number, most: number, set: (value: number) => void) => HTMLElement} */
  const number = (key, value, least, most, set) => make("label", {}, `${text(key)} `, make("input", {
    type: "number", id: `trace-${key}`, min: least, max: most, value, "data-key": key, on: { change: (event) => { set(Math.min(most, Math.max(least, Number(event.target.value) || least))); drawTrace(); } },
  }));
  const left = leftOut();
  const small = make("input", { type: "checkbox", id: "trace-small", checked: traced.keepsSmall, "data-key": "small", on: { change: (event) => { traced.keepsSmall = event.target.checked; findInk(); traced.across = bestAcross(); drawTrace(); } } });
  const straighten = make("label", { title: text("straightened-hint") }, `${text("straightened")} `, make("input", {
    type: "number", id: "trace-angle", min: -45, max: 45, step: 0.1, value: traced.angle, "data-key": "angle", on: { change: ({ target }) => turnTo(Math.min(45, Math.max(-45, Number(target.value) || 0))) },
  }), " °");
  const inverted = make("input", { type: "checkbox", id: "trace-inverted", checked: traced.isInverted, "data-key": "inverted", on: { change: (event) => { traced.isInverted = event.target.checked; findInk(); drawTrace(); } } });
  const close = () => { trace = null; drawTrace(); };
  const set = () => {
    change({ edit: "board", shape: `Picture([${rows.map((row) => JSON.stringify(row)).join(", ")}])` });
    close();
  };
  keepingFocus(byId("trace"), () => fill(byId("trace"),
    make("p", { class: "quiet" }, text("trace-hint")), tracePicture(rows, left),
    left.length > 0 ? make("p", { class: "bad", id: "trace-left-out" }, text(left.length === 1 ? "left-out-1" : "left-out-cells", { count: left.length })) : null,
    make("div", { class: "row" }, number("across", traced.across, 1, MOST_ACROSS, (value) => { traced.across = value; }), number("darkness", traced.threshold, 1, 255, (value) => { traced.threshold = value; findInk(); }), straighten, make("label", {}, inverted, text("inverted")), make("label", {}, small, text("small-areas"))),
    make("div", { class: "row" }, button(text("set-traced", { count }), set, { id: "set-traced", class: "main", disabled: count === 0, "data-key": "set" }), button(text("close"), close, { "data-key": "close" })),
  ));
}

/**
 * The picture with the cells over it, and the areas left out with dashed outlines.
 * @param {string[]} rows
 * @param {PixelBox[]} left
 */
function tracePicture(rows, left) {
  const { width, height, paper, box, across: count } = present(trace);
  const canvas = make("canvas", { width, height, role: "img", "aria-label": rows.join(", ") });
  const pen = present(canvas.getContext("2d"));
  pen.drawImage(paper.canvas, 0, 0);
  if (box === null) return canvas;
  const [x0, y0, wide, high] = box;
  const [across, down] = [wide / count, high / rows.length];
  [pen.strokeStyle, pen.fillStyle, pen.lineWidth] = ["#d6246b", "rgba(214, 36, 107, .35)", 1.5];
  rows.forEach((row, y) => [...row].forEach((mark, x) => {
    if (mark !== "#") return;
    pen.fillRect(x0 + x * across, y0 + y * down, across, down);
    pen.strokeRect(x0 + x * across, y0 + y * down, across, down);
  }));
  [pen.strokeStyle, pen.lineWidth] = ["#0b5fa5", 2];
  pen.setLineDash([5, 4]);
  for (const [x, y, right, bottom] of left) pen.strokeRect(x, y, right - x, bottom - y);
  return canvas;
}
