// Patterns: each piece has its own, for players who cannot distinguish the colours, and for prints
// in black and white. Pieces with coloured cells have the patterns of the colours.

// The motifs, each of which is repeated to make a pattern: paths in a square of 4 × 4, drawn as lines of
// width 1 or filled as areas. Motifs next to each other in the list look different.
/** @type {["line" | "area", string][]} */
const MOTIFS = [
  ["line", "M-1 1L1 -1M0 4L4 0M3 5L5 3"],
  ["area", "M1 2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"],
  ["line", "M0 2H4"],
  ["line", "M0 0L4 4M0 4L4 0"],
  ["line", "M2 0V4"],
  ["area", "M0 0H2V2H0ZM2 2H4V4H2Z"],
  ["line", "M-1 3L1 5M0 0L4 4M3 -1L5 1"],
  ["line", "M0 2H4M2 0V4"],
  ["line", "M0 3L2 1L4 3"],
  ["line", "M2 1V3M1 2H3"],
  ["area", "M2 .5L3.5 3.5H.5Z"],
  ["line", "M0 0H4M0 2H4M1 0V2M3 2V4"],
];

// The side of a motif's square, for the first, second and third round through the motifs. The motifs are
// coarser in the second round and finer in the third.
const MOTIF_SIDES = [3.2, 5.4, 2.2];

// Whether patterns are drawn: as the player has chosen. Without a choice they are drawn on screens
// without colours.
let hasPatterns = wantsPatterns();

function wantsPatterns() {
  const { patterns: chosen } = settings();
  return typeof chosen === "boolean" ? chosen : matchMedia("(monochrome)").matches;
}

// The pattern with an index: that of a piece, or of a colour of cells.
/** @param {number} index @param {string} ink */
function patternOf(index, ink) {
  const [kind, d] = MOTIFS[index % MOTIFS.length];
  const side = MOTIF_SIDES[Math.floor(index / MOTIFS.length) % MOTIF_SIDES.length];
  const paint = kind === "line" ? { fill: "none", stroke: ink, "stroke-width": 0.8 } : { fill: ink };
  return draw("pattern", { id: `pattern-${index}`, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: `scale(${side / 4})` },
    draw("path", { d, ...paint, opacity: 0.6 }));
}

// All patterns; empty if the player does not want them.
function patterns() {
  if (!hasPatterns) return [];
  return COLORS.length > 0 ? COLORS.map((_, color) => patternOf(color, "#1a1a1a")) : PIECES.map(({ ink }, piece) => patternOf(piece, ink));
}

// The SVG fill with the pattern of this index, which is drawn over the plain colour of a piece or a cell; null if
// patterns are off. The index is that of the colour if the cells are coloured, otherwise that of the piece.
/** @type {(index: number) => string | null} */
const patternFill = (index) => (hasPatterns ? `url(#pattern-${index})` : null);

// The dashes over the sticks of a piece; null if there are none.
/** @type {(piece: number) => string | null} */
const patternDashes = (piece) => (hasPatterns ? [".1 1.6", "1.6 1.2", "3.4 1.4", ".1 .9", "2.4 .8 .1 .8", "5 1 1 1", ".8 2.6", "1 1 3 1"][piece % 8] : null);
