"use strict";
// Traces a picture or photo to a board of squares: dark areas become cells of the grid that fits best.

// The longer side of the analysed picture in pixels, and the most cells across.
const TRACED = 480;
const MOST_ACROSS = 60;

// The picture being traced; null if none is.
let trace = null;

function traceButton() {
  const input = make("input", { type: "file", accept: "image/*", class: "unseen", id: "trace-file", tabindex: "-1", "aria-label": text("trace") });
  input.addEventListener("change", () => { if (input.files.length > 0) openTrace(input.files[0]); });
  return make("span", {}, button(text("trace"), () => input.click(), { id: "trace-open" }), input);
}

async function openTrace(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    say(text("no-picture"));
    return;
  }
  const scale = Math.min(1, TRACED / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const paper = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  // Transparent areas become white.
  paper.fillStyle = "#fff";
  paper.fillRect(0, 0, width, height);
  paper.drawImage(bitmap, 0, 0, width, height);
  const { data } = paper.getImageData(0, 0, width, height);
  const light = new Uint8Array(width * height);
  for (let at = 0; at < light.length; at += 1) light[at] = 0.2126 * data[4 * at] + 0.7152 * data[4 * at + 1] + 0.0722 * data[4 * at + 2];
  const smooth = medians(light, width, height);
  const threshold = betweenDarkAndLight(smooth);
  trace = { paper, width, height, light: smooth, threshold, isInverted: isDarkAround(smooth, width, height, threshold), across: 1 };
  findInk();
  trace.across = bestAcross();
  drawTrace();
}

// A median filter over 3 × 3 pixels, which removes specks and keeps edges.
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
  // Between two clear values every threshold is equally good; this takes the middle one.
  return Math.round((first + last) / 2);
}

// Whether most of the border is dark, which means that the shape is light.
function isDarkAround(light, width, height, threshold) {
  let dark = 0;
  for (let x = 0; x < width; x += 1) dark += (light[x] < threshold) + (light[(height - 1) * width + x] < threshold);
  for (let y = 0; y < height; y += 1) dark += (light[y * width] < threshold) + (light[y * width + width - 1] < threshold);
  return dark > width + height;
}

// Areas below this share of the largest one are specks.
const SPECK = 0.03;

// Finds the pixels of the shape, without specks, and their bounding box: left, top, width, height; null if
// there are none. Must be called when the threshold or inversion changes.
function findInk() {
  const { light, threshold, isInverted, width, height } = trace;
  trace.ink = withoutSpecks(light.map((value) => Number((value < threshold) !== isInverted)), width, height);
  trace.box = inkBox();
}

function withoutSpecks(ink, width, height) {
  const part = new Int32Array(ink.length);
  const sizes = [0];
  for (let start = 0; start < ink.length; start += 1) {
    if (!ink[start] || part[start]) continue;
    const stack = [start];
    part[start] = sizes.length;
    let size = 0;
    while (stack.length > 0) {
      const at = stack.pop();
      const x = at % width;
      size += 1;
      for (const near of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
        if (near < 0 || near >= width * height || !ink[near] || part[near]) continue;
        part[near] = sizes.length;
        stack.push(near);
      }
    }
    sizes.push(size);
  }
  const least = SPECK * Math.max(...sizes);
  return part.map((of) => Number(of > 0 && sizes[of] >= least));
}

function inkBox() {
  const { ink, width, height } = trace;
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

// The dark share of each cell, row by row, with `across` cells across the box.
function shares([left, top, width, height], across) {
  const down = Math.max(1, Math.round(across * height / width));
  const [wide, high] = [width / across, height / down];
  return Array.from({ length: down }, (_, row) => Array.from({ length: across }, (__, column) => {
    // Samples inside the cell, away from lines between cells.
    const [x0, x1] = [0.12, 0.88].map((at) => left + Math.floor((column + at) * wide));
    const [y0, y1] = [0.12, 0.88].map((at) => top + Math.floor((row + at) * high));
    let [dark, all] = [0, 0];
    for (let y = y0; y <= y1; y += 1) {
      for (let x = x0; x <= x1; x += 1) {
        dark += trace.ink[y * trace.width + x];
        all += 1;
      }
    }
    return all > 0 ? dark / all : 0;
  }));
}

// The fewest cells across for which nearly all cells are uniformly dark or light; otherwise the number with
// the purest cells.
function bestAcross() {
  const { box } = trace;
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
  const { box } = trace;
  if (box === null) return [];
  return shares(box, trace.across).map((row) => row.map((share) => (share >= 0.5 ? "#" : ".")).join(""));
}

function drawTrace() {
  if (trace === null) {
    fill(byId("trace"));
    return;
  }
  const rows = tracedRows();
  const count = rows.join("").replaceAll(".", "").length;
  const number = (key, value, least, most, set) => make("label", {}, `${text(key)} `, make("input", {
    type: "number", id: `trace-${key}`, min: least, max: most, value, "data-key": key, on: { change: (event) => { set(Math.min(most, Math.max(least, Number(event.target.value) || least))); drawTrace(); } },
  }));
  const inverted = make("input", { type: "checkbox", id: "trace-inverted", checked: trace.isInverted, "data-key": "inverted", on: { change: (event) => { trace.isInverted = event.target.checked; findInk(); drawTrace(); } } });
  const close = () => { trace = null; drawTrace(); };
  const set = () => {
    change({ edit: "board", shape: `Picture([${rows.map((row) => JSON.stringify(row)).join(", ")}])` });
    close();
  };
  keepingFocus(byId("trace"), () => fill(byId("trace"),
    make("p", { class: "quiet" }, text("trace-hint")), tracePicture(rows),
    make("div", { class: "row" }, number("across", trace.across, 1, MOST_ACROSS, (value) => { trace.across = value; }), number("darkness", trace.threshold, 1, 255, (value) => { trace.threshold = value; findInk(); }), make("label", {}, inverted, text("inverted"))),
    make("div", { class: "row" }, button(text("set-traced", { count }), set, { id: "set-traced", class: "main", disabled: count === 0, "data-key": "set" }), button(text("close"), close, { "data-key": "close" })),
  ));
}

// The picture with the cells over it.
function tracePicture(rows) {
  const { width, height, paper, box } = trace;
  const canvas = make("canvas", { width, height, role: "img", "aria-label": rows.join(", ") });
  const pen = canvas.getContext("2d");
  pen.drawImage(paper.canvas, 0, 0);
  if (box === null) return canvas;
  const [left, top, wide, high] = box;
  const [across, down] = [wide / trace.across, high / rows.length];
  [pen.strokeStyle, pen.fillStyle, pen.lineWidth] = ["#d6246b", "rgba(214, 36, 107, .35)", 1.5];
  rows.forEach((row, y) => [...row].forEach((mark, x) => {
    if (mark !== "#") return;
    pen.fillRect(left + x * across, top + y * down, across, down);
    pen.strokeRect(left + x * across, top + y * down, across, down);
  }));
  return canvas;
}
