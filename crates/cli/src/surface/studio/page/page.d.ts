// What the program sends and takes, as `studio/view.rs`, `reply.rs`, `answer.rs` and `edit.rs` define it; and what
// the scripts keep.

type Point = [number, number];

/** The coordinates of a cell as in puzzle files. */
type Coordinates = number[];

type Mark = "required" | "optional" | "absent";

/** Cells that can be drawn on. Lengths are in tenths of a cell's edge. */
interface Canvas {
  width: number;
  height: number;
  /** Whether cells have areas; sticks have none. */
  closed: boolean;
  /** By kind of cell: its outline or line, and its centre. */
  kinds: [string, Point][];
  /** The coordinates, the kind, and the position. */
  cells: [Coordinates, number, number, number][];
  /** x, y, and the layer's number. */
  captions: [number, number, number][];
  room: Room;
}

/** A rectangle and layers; the page only returns it. */
type Room = object;

interface View {
  revision: number;
  text: string;
  title: string;
  lattice: string;
  problem: Problem | null;
  canvas: Canvas;
  /** By cell: 0 if it is not on the board, 1 if it must be covered, 2 if it may stay empty. */
  marks: number[];
  labels: [number, Point, string][];
  asked: [number, Point, string][];
  colors: [string, string][];
  pieces: PieceView[];
  piece_entries: string[];
  is_drawable: boolean;
  can_undo: boolean;
  can_redo: boolean;
  lattices: string[];
  families: string[];
  example: string;
  goals: string[];
  goal_entries: GoalView[];
  label_groups: [number, string][][];
  layers: number;
  further: [string, string][];
}

interface Problem {
  message: string;
  help: string | null;
  line: number;
  column: number;
  range: [number, number];
}

interface PieceView {
  name: string;
  label: string;
  color: string;
  is_colored: boolean;
  is_further_face: boolean;
  size: number;
  entry: number;
  same: string | null;
  min: number;
  max: number | null;
  sides: string;
  picture: string | null;
}

interface GoalView {
  kind: string;
  name: string;
  open: number[];
  except: string[];
  groups: number;
  holes: number;
  count: number;
  text: string;
}

interface Reply {
  view: View;
  goal: string | null;
  refused: string | null;
  is_conflict: boolean;
  is_unsaved: boolean;
  has_file: boolean;
  set: PieceView[] | null;
  piece: PieceSketch | null;
}

interface PieceSketch {
  canvas: Canvas;
  cells: number[];
  is_connected: boolean;
  same: string[];
}

/** The answers by kind; `number` is that of the question. */
interface Answers {
  area: { required: number; optional: number; least: number; most: number; fits: boolean };
  obstacles: { messages: string[]; cells: number[]; pieces: number[] };
  solution: { pieces: LaidPiece[]; is_random: boolean };
  count: { solutions: string; distinct: string | null; expected: string | null; milliseconds: number };
  progress: { words: string };
  overview: { forced: number; forced_cells: number[]; impossible: number; placements: number; heat: PieceHeat[] };
  "unique-starts": { distinct: string; all: string };
  grade: { rating: number; grade: string };
  why: { words: string[]; cells: number[] };
  unknown: { question: string; why: string };
  done: object;
  stopped: object;
}

/** Unanswered questions have a kind each. */
type KnownAnswers = Answers & { [question: `unknown-${string}`]: Answers["unknown"] };

interface LaidPiece {
  piece: number;
  cells: number[];
  outline: string;
  colors?: [number, string][];
}

interface PieceHeat {
  piece: number;
  cells: [number, number][];
}

type AnswerOf<Kind extends keyof Answers = keyof Answers> = Kind extends keyof Answers ? { answer: Kind } & Answers[Kind] : never;

type AnswerEvent = AnswerOf & { event?: undefined; number: number; revision: number };

type StudioEvent =
  | AnswerEvent
  | { event: "revision"; revision: number }
  | { event: "file"; is_changed: boolean }
  | { event: "job"; job: number; words: string };

/** A change to the document; `edit.rs` lists the fields. */
type Edit = { edit: string; [field: string]: unknown } | PaintEdit;

interface PaintEdit {
  edit: "paint";
  cells: Coordinates[];
  mark: Mark;
  stroke: number;
}

interface StudioRequest {
  request: string;
  change?: Edit;
  [field: string]: unknown;
}

/** A job's number, under which progress is reported, and the signal that ends it. */
interface Work {
  job?: number;
  signal?: AbortSignal;
}

interface MadeFile {
  name: string;
  blob: Blob;
}

/** A file to be made; `download.rs` lists the fields. */
interface DownloadSpec {
  download: string;
  [field: string]: unknown;
}

/** How challenges are made. */
interface Mining {
  count: number;
  seed: number;
  open: number[] | null;
}

interface Engine {
  request(asked: StudioRequest, work?: Work): Promise<Reply>;
  download(spec: DownloadSpec, work?: Work): Promise<MadeFile>;
  /** The address of a page to play. */
  play(mining: Mining, work?: Work): Promise<string>;
  isThere(): Promise<boolean>;
  listen(onEvent: (event: StudioEvent) => void, connected: (is: boolean) => void): void;
  hasFiles: boolean;
}

interface DesignCards {
  choices: string | null;
  solvable: number;
  wanted: number;
  cards: DesignCard[];
}

interface DesignCard {
  pieces: [string, number][];
  solutions: string;
  distinct: string | null;
  picture: string;
}

interface Stroke {
  tool: string;
  id: number;
  from: number;
  last: number;
  cells: Set<number>;
  /** The marks before the stroke. */
  before: number[];
  blocked: Set<number>;
  isRectangle: boolean;
}

/** The piece in the editor. */
interface Shaping {
  /** Its index in the file; null for a new one. */
  piece: number | null;
  name: string | undefined;
  lattice: string;
  keys: Set<string>;
  sketch: PieceSketch | null;
  cursor: number;
  stroke: "add" | "remove" | null;
  isNew: boolean;
}

/** A piece that was cut from the board. */
interface Cut {
  keys: Set<string>;
  /** Null until the program has named it. */
  name: string | null;
  /** The number of pieces before it. */
  before: number;
}

/** A picture that is traced. */
interface Tracing {
  paper: OffscreenCanvasRenderingContext2D;
  width: number;
  height: number;
  light: Uint8Array;
  threshold: number;
  isInverted: boolean;
  across: number;
  ink: Int32Array;
  /** Left, top, width, height of the ink. */
  box: [number, number, number, number] | null;
}

interface BoardState {
  tool: string;
  rectangle: boolean;
  symmetry: string;
  shown: "solution" | "empty";
  /** The piece whose heat map is shown. */
  heat: number | null;
  forced?: boolean;
  paths: SVGElement[];
  marks: number[];
  /** The index of a cell by its coordinates. */
  keys: Map<string, number>;
  cursor: number;
  canvas: Canvas;
  stroke: Stroke | null;
  cutting: { keys: Set<string>; before: string[][]; same: string[]; isConnected: boolean };
  cuts: Cut[];
  strokes: number;
  /** What is drawn: the canvas, the bar and the lattice. */
  drawn?: string;
  bar?: string;
  lattice?: string;
  /** The sums of the coordinates of mirror images; null before a stroke. */
  axes?: number[] | null;
}

type KeyOf = (name: string) => Attributes;
type SetField = (field: string, value: string) => void;
type GoalForm = (goal: GoalView, index: number, key: KeyOf, set: SetField) => Child;
