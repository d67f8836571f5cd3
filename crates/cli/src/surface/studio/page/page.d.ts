// What the program sends and takes, as the files of `studio/` define it: `view.rs`, `session.rs`, `edit.rs`,
// `answer.rs`, `download.rs`, `cards.rs`, `mining.rs`, `mined_set.rs`, `design.rs` and `gallery.rs`; and what the scripts keep.

/** The texts of the page. */
type TextName = keyof typeof TEXTS;

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
  further: [FurtherField, string][];
}

/** The fields of a file without a form of their own: `FURTHER_FIELDS`. */
type FurtherField =
  | "source"
  | "tray"
  | "crossing"
  | "parameters"
  | "boards"
  | "wrap"
  | "givens"
  | "restrict"
  | "conditions"
  | "cases"
  | "order"
  | "design"
  | "expect";

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
  sides: "Free" | "OneSided" | "Fixed";
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
  /** The board as an SVG file; only single goals have one. */
  picture: string | null;
}

interface Reply {
  view: View;
  goal: string | null;
  goal_cells: GoalCells | null;
  refused: string | null;
  is_conflict: boolean;
  is_unsaved: boolean;
  has_file: boolean;
  /** The file's name without its extension, for downloads. */
  stem: string;
  set: PieceView[] | null;
  piece: PieceSketch | null;
  gallery: Gallery | null;
}

/** The cells of the goal that is shown, by their index. */
interface GoalCells {
  /** Cells of the file's board that it leaves open. */
  open: number[];
  /** The marks of its own board; null if it only leaves cells open. */
  marks: number[] | null;
}

/** Puzzles to begin with. */
interface Gallery {
  examples: GalleryCard[];
  /** A blank puzzle on each lattice. */
  lattices: GalleryCard[];
}

interface GalleryCard {
  /** The name of its file without the extension, or of its lattice in files. */
  name: string;
  title: string;
  /** One line about it. */
  about: string;
  /** Its file. */
  text: string;
  /** An SVG file. */
  picture: string;
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
  count: { solutions: string; distinct: string | null; expected: string | null; milliseconds: number; precedent?: object };
  progress: { words: string };
  overview: { forced: number; forced_cells: number[]; impossible: number; placements: number; heat: PieceHeat[] };
  "unique-starts": { distinct: string; all: string };
  grade: { rating: number; grade: string; held: string[] };
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
  | ({ event: "job" } & NumberedProgress);

/** The progress of a job; its share is from 0 to 1, null if it is not known. */
interface JobProgress {
  share: number | null;
  words: string;
}

interface NumberedProgress extends JobProgress {
  job: number;
}

/** A change to the document. Pieces and goals are numbered as in the view. */
type Edit =
  | { edit: "text"; text: string }
  | { edit: "title"; title: string }
  | { edit: "lattice"; lattice: string }
  | { edit: "board"; shape: string }
  | PaintEdit
  | { edit: "field"; field: FurtherField; value: string }
  | { edit: "labels"; group: number | null; labels: [Coordinates, string][] }
  | { edit: "color"; cells: Coordinates[]; color: string }
  | { edit: "goal"; goal: number | null; entry: string }
  | { edit: "goal-field"; goal: number; field: GoalFieldName; value: string }
  | { edit: "add-pieces"; entry: string }
  | { edit: "add-piece"; cells: Coordinates[]; take: boolean }
  | ({ edit: "change-piece"; piece: number; stroke: number } & PieceValues)
  | { edit: "shape-piece"; piece: number; cells: Coordinates[] }
  | { edit: "piece-entry"; piece: number; entry: string }
  | { edit: "remove-piece"; piece: number }
  | { edit: "choose"; pieces: [string, number][] }
  | { edit: "keep-choice"; of: string | null; name: string; pieces: [string, number][] }
  | { edit: "optional-pieces" }
  | { edit: "undo" | "redo" };

interface PaintEdit {
  edit: "paint";
  cells: Coordinates[];
  mark: Mark;
  stroke: number;
}

type GoalFieldName = "name" | "open" | "except" | "count";

type StudioRequest =
  | { request: "edit"; change: Edit; base: number | null }
  | (FurtherRequest & { change?: undefined });

type FurtherRequest =
  | { request: "view" | "fit" | "reload" | "gallery" | "stop" | "resume" }
  | { request: "goal"; goal: string | null }
  | { request: "save"; forced: boolean }
  | { request: "set"; set: string }
  | { request: "piece"; piece: number | null; cells: Coordinates[] | null; room: Room | null }
  | { request: "ask"; question: Question };

type Question = { ask: "random"; seed: number };

/** A job's number, under which progress is reported, and the signal that ends it. */
interface Work {
  job?: number;
  signal?: AbortSignal;
}

interface MadeFile {
  name: string;
  blob: Blob;
  /** How it differs from the request: which levels were not found. */
  note: string | null;
}

/** What a worker sends at the end of making a file. */
interface MadeMessage {
  name: string;
  media_type: string;
  bytes: number[];
  note: string | null;
  refused: string | null;
}

interface MadePage {
  address: string;
  note: string | null;
}

/** A file to be made. */
type DownloadSpec =
  | { download: "picture" | "pieces" }
  | PartsSpec
  | PageSpec
  | (Mining & { download: MinedKind | "levels" })
  | (DesignForm & { download: "choice-count" | "designs" });

/** A page to play: of challenges, of all goals of the file, or of cards. */
type PageSpec = (Mining & { download: "page" }) | { download: "goals-page" } | CardsSpec;

/** Cards, and the file to be made of them. */
interface CardsSpec {
  download: "cards";
  count: number;
  /** The least and the greatest number of pieces on a card, or the numbers on its two sides. */
  pieces: [number, number];
  two_sided: boolean;
  seed: number;
  file: CardsFile;
}

type CardsFile =
  | { kind: "preview" | "cards" | "booklet" | "page" }
  | { kind: "cut"; unit: number | null; kerf: number | null; clearance: number | null }
  | { kind: "print"; unit: number | null; clearance: number | null };

/** The cards that would be made. */
interface FoundCards {
  wanted: number;
  found: number;
  /** The cards, or the sides of two-sided ones. */
  sides: FoundSide[];
}

interface FoundSide {
  /** The goal whose board the card has; null if there are no goals. */
  board: string | null;
  side: string | null;
  pieces: string[];
  grade: Grade | null;
  rating: number | null;
  /** An SVG file. */
  picture: string;
}

/** Parts for a laser cutter or a printer. Lengths are in millimetres; null for the default. */
type PartsSpec =
  | { download: "cut"; unit: number | null; kerf: number | null; clearance: number | null }
  | { download: "print"; unit: number | null; clearance: number | null };

type LengthName = "unit" | "kerf" | "clearance";

/** The files with challenges. */
type MinedKind = "challenges" | "booklet" | "pack";

type Grade = "easy" | "medium" | "hard" | "expert";

type LevelCurve = "fair" | "deck" | "progression" | "any";

/** How challenges are made. */
interface Mining {
  count: number;
  curve: LevelCurve;
  /** The numbers of easy, medium, hard and expert challenges. */
  deck: number[];
  open: [number, number] | null;
  seed: number;
}

/** The levels that would be made. */
interface FoundLevels {
  /** The parts of the curve. */
  parts: { level: string; wanted: number; found: number }[];
  levels: FoundLevel[];
}

interface FoundLevel {
  /** Null if the level is not rated, as is its rating. */
  grade: Grade | null;
  rating: number | null;
  /** The number of pieces left to place. */
  open: number;
  /** An SVG file; some levels have none. */
  picture: string | null;
}

type DesignScope = "all" | "sample" | "search";

type DesignSort = "best" | "most" | "pieces";

/** Requirements on choices of the pieces. Ranges are texts such as `4..8`; an empty one requires nothing. */
interface DesignForm {
  choose: string;
  solutions: string;
  distinct: string;
  symmetric: boolean;
  unique_start: boolean;
  fault_free: boolean;
  no_crossroads: boolean;
  one_of_mirrors: boolean;
  sort: DesignSort;
  scope: DesignScope;
}

/** The number of choices, null if it is unknown. */
interface ChoiceNumber {
  choices: string | null;
  is_many: boolean;
}

interface DesignCards {
  /** The counted choices of a sample. */
  tried: number | null;
  /** The choices that have a solution. */
  solvable: number;
  /** The choices that match. */
  wanted: number;
  /** The number of all choices that match, and its standard error. */
  estimate: [number, number] | null;
  /** The steps of a search. */
  steps: number | null;
  cards: DesignCard[];
}

interface DesignCard {
  /** Names and copies. */
  pieces: [string, number][];
  solutions: string;
  distinct: string | null;
  /** An SVG file. */
  picture: string;
}

interface Engine {
  request(asked: StudioRequest, work?: Work): Promise<Reply>;
  download(spec: DownloadSpec, work?: Work): Promise<MadeFile>;
  /** A page to play. */
  play(spec: PageSpec, work?: Work): Promise<MadePage>;
  isThere(): Promise<boolean>;
  listen(onEvent: (event: StudioEvent) => void, connected: (is: boolean) => void): void;
  hasFiles: boolean;
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

/** A picture, turned back by an angle and read. */
interface ReadPicture {
  /** The angle in degrees, clockwise, by which the picture is tilted. */
  angle: number;
  paper: OffscreenCanvasRenderingContext2D;
  width: number;
  height: number;
  /** The lightness of each pixel. */
  gray: Uint8Array;
  /** The same without specks. */
  light: Uint8Array;
}

/** A picture that is traced. */
interface Tracing extends ReadPicture {
  bitmap: ImageBitmap;
  /** The colour of its border. */
  border: string;
  threshold: number;
  isInverted: boolean;
  /** Whether small areas are no specks. */
  keepsSmall: boolean;
  across: number;
  ink: Int32Array;
  specks: InkArea[];
  /** Left, top, width, height of the ink. */
  box: [number, number, number, number] | null;
}

/** Left, top, right, bottom and number of pixels. */
type InkArea = [number, number, number, number, number];

/** Left, top, right and bottom in pixels. */
type PixelBox = [number, number, number, number];

/** A running job. */
interface Job extends JobProgress {
  name: string;
  stop: () => void;
}

/** A result of the search for choices. */
interface DesignsFound {
  about: string;
  said: string;
  cards: DesignCard[];
  /** The order that was requested. */
  sort: DesignSort;
  /** Whether all choices that match are among the cards. */
  isAll: boolean;
}

/** The search for choices. */
interface DesignSearch {
  /** Stops the search; null if none is running. */
  stop: AbortController | null;
  /** The last result, with the puzzle that it is about. */
  found: DesignsFound | null;
  /** Whether it is shown; null if that is not decided. */
  shown: boolean | null;
  /** The top of the list in the window while a choice becomes a goal, in pixels; null otherwise. */
  top: number | null;
}

/** The preview of levels. */
interface LevelsPreview {
  found: FoundLevels | null;
  /** The puzzle and the request that it is about. */
  about: string;
  /** Stops the search; null if none is running. */
  stop: AbortController | null;
  /** The puzzle and the request that the page shows. */
  shown: string;
}

/** The preview of cards. */
interface CardsPreview {
  /** The cards, or why there are none. */
  found: FoundCards | string | null;
  /** The puzzle and the request that it is about. */
  about: string;
  /** Stops the search; null if none is running. */
  stop: AbortController | null;
  /** The puzzle and the request that the page shows. */
  shown: string;
}

/** The form of a piece that is open. */
interface OpenForm {
  /** The index of the piece. */
  index: number;
  element: HTMLElement;
  /** Shows other values. */
  show: (piece: PieceView) => void;
}

/** What the form of a piece says. */
interface PieceValues {
  name: string;
  min: number;
  max: number | null;
  sides: string;
  color: string | null;
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
type SetField = (field: GoalFieldName, value: string) => void;
type GoalForm = (goal: GoalView, index: number, key: KeyOf, set: SetField) => Child;
