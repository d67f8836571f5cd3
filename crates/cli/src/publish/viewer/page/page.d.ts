// The data in the page, as `viewer/data.rs` serializes them, and what the scripts make of them.

/** A point or a vector on the page, in tenths of a cell's edge. */
type Point = [number, number];

/** A vector of the lattice. */
type Vector = [number, number, number];

type TextName = string;

interface PageData {
  key: string;
  title: string;
  language: string;
  /** A variable is written as its name between U+E000 and U+E001. */
  texts: Record<TextName, string>;
  link: "challenge" | "card" | "goal";
  address?: string;
  is_play_only: boolean;
  levels: LevelData[];
  puzzles: PuzzleData[];
}

interface LevelData {
  key: string;
  /** Empty for the puzzle without further givens. */
  id: string;
  number?: string;
  board?: string;
  grade?: [string, number];
  /** The index of the puzzle. */
  puzzle: number;
  /** The index of the challenge in its puzzle. */
  challenge?: number;
  /** The cells of the shared board that the goal leaves open. */
  open?: number[];
}

interface Level extends LevelData {
  index: number;
}

interface PuzzleData {
  title: string;
  source?: string;
  cell: string;
  solid: boolean;
  board: BoardData;
  turns: { kind: string; key: string }[];
  pieces: PieceData[];
  colors?: CellColors;
  givens: number[];
  solutions: SolutionsData;
  challenges: ChallengeData[];
  techniques: string[];
}

interface BoardData {
  width: number;
  height: number;
  edge: number;
  /** Whether cells have areas; sticks have none. */
  closed: boolean;
  basis: [Point, Point, Point];
  layers: LayerData[];
  /** By cell: its vector, its kind, its layer. */
  cells: [number, number, number, number, number][];
  names: string[];
  optional: number[];
  /** x, y, the text, and whether a goal leaves the cell open. */
  labels?: [number, number, string, boolean][];
  /** Cells that require a colour, with the colour's number. */
  asked?: [number, number][];
  /** By kind of cell: its outline relative to the cell's vector, and its centre. */
  kinds: [string, Point][];
  outline: string;
  lines: string;
  corner?: CornerData;
  /** The cells that a goal leaves open; `withOpenCells` adds them. */
  open?: BoardData["cells"];
}

interface LayerData {
  z: number;
  origin: Point;
  caption?: Point;
}

interface CornerData {
  /** The displacement for one step along each axis: right, down, towards the viewer. */
  axes: [Vector, Vector, Vector];
  /** By kind of cell. */
  faces: { points: Point[]; step: Vector; shade: number }[][];
  /** The radius, if cells are balls. */
  ball?: number;
}

interface PieceData {
  name: string;
  called: string;
  label: string;
  color: string;
  edge: string;
  ink: string;
  /** How often the palette was used up before this piece; from 1 on, pieces are hatched. */
  round: number;
  copies: [number, number];
  orientations: Orientation[];
}

interface Orientation {
  cells: Vector[];
  body?: Vector[];
  /** Vertices with the sticks that run through them: three coordinates, then the sticks. */
  through?: number[][];
  face?: string;
  colors?: number[];
  parts: OrientationPart[];
  /** By turn, the orientations after it and after its inverse; null if the piece may not be turned so. */
  turned: ([number, number] | null)[];
  /** The first cells of its placements. */
  at: number[];
}

interface OrientationPart {
  z: number;
  area: string;
  tints?: [number, string][];
  lines: string;
  /** x, y, and the room for the label. */
  label: [number, number, number];
  beads?: [number, number, number][];
}

interface CellColors {
  /** By colour number, the name and the fill. */
  paints: [string, string][];
  meets: boolean[][] | null;
  near: number[][];
}

interface SolutionsData {
  /** The number of all solutions as text; null if unknown. */
  total: string | null;
  held: number;
  choice: "all" | "sample" | "first" | "none";
  size: number;
  bits?: number;
  packed?: string;
  /** In place of `packed`: the solutions that the page has found. */
  numbers?: Uint16Array;
  steps: string;
  holding: string;
}

interface ChallengeData {
  givens: number[];
  /** A salt, then the hashes of the solution's placements. */
  right?: number[];
  steps: StepData[];
}

interface StepData {
  /** The index of the technique. */
  by: number;
  stages: { text: string; marks: number[]; example?: number; seen?: number[] }[];
  placed: number;
}

// What the scripts make of them.

interface Cell {
  index: number;
  x: number;
  y: number;
  z: number;
  kind: number;
  layer: number;
  at: Point;
  centre: Point;
  name: string;
}

interface Placement {
  index: number;
  piece: number;
  orientation: number;
  /** Its first cell. */
  first: number;
  cells: number[];
  through: string[];
  /** The centre of its cells in the first layer. */
  middle: Point;
  /** By cell, the number of its colour. */
  tints: Map<number, number>;
  name: string;
  spoken: string;
}

/** Where a level starts. */
interface LevelStart {
  givens: number[];
  steps: StepData[];
  right: number[] | null;
}

/** The board with placements on it. */
interface Position {
  /** By cell, the placement that covers it; -1 for none. */
  owner: Int32Array;
  through: Map<string, number>;
  /** By piece, the copies on the board. */
  used: number[];
  placements: number[];
}

interface HintStage {
  title: string;
  text: string;
  marks: number[];
  /** A placement that is drawn over the board. */
  example?: number;
  /** The placement to put down. */
  place?: number;
  /** The placement to take away. */
  away?: number;
}

interface Hint {
  stages: HintStage[];
}

interface LevelResult {
  hints: number;
  seconds: number;
}

interface Filter {
  sign: "with" | "without";
  pattern: string;
  placements: number[];
  /** By placement, 1 if it matches. */
  marks: Uint8Array;
}

type ViewName = "play" | "browse" | "heat";

interface PageView {
  id: ViewName;
  board(): void;
  over?(): Child;
  under(): Child;
  side(): Child;
  keys(event: KeyboardEvent): void;
  help(): [string, string][];
}

interface PageState {
  view: ViewName;
  solution: number;
  shown: number | null;
  filters: Filter[];
  piece: number;
  put: number[];
}

/** A piece that the pointer drags. */
interface Drag {
  piece: number;
  /** The placement from which it was taken; null if it comes from the rack. */
  from: number | null;
  pointer: number;
  x: number;
  y: number;
  moved: boolean;
  touch: boolean;
  orientation: number;
  /** The placement under the pointer. */
  over: number | null;
  ghost: HTMLElement | null;
  at: Point;
}

interface GameState {
  /** Positions to undo and redo: lists of placements. */
  before: number[][];
  after: number[][];
  /** By piece, the orientation on the rack. */
  orientation: number[];
  chosen: number | null;
  hint: (Hint & { stage: number }) | null;
  hints: number;
  fresh: boolean;
  counting: boolean;
}

interface Hand {
  placement: number | null;
  drag: Drag | null;
  cursor: number | null;
  last: Point | null;
  press: { x: number; y: number; takes: boolean } | null;
}

/** Cells of a solid with one look, seen from a corner. */
interface Block {
  color: string;
  pattern: string | null;
  cells: number[][];
}
