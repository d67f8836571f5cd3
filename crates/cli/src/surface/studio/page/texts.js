"use strict";
// All texts of the page, in one place for translation.

const TEXTS = {
  title: "Title", board: "Board", answers: "Answers", pieces: "Pieces", making: "Make", source: "Text of the file",
  "open-file": "Open", undo: "Undo", redo: "Redo", save: "Save", random: "Random solution", empty: "Empty board",
  saved: "saved", unsaved: "not saved", "no-file": "kept in this browser", "not-in-a-file": "not in a file",
  new: "New", "new-hint": "Begin with an example, or with a blank puzzle on any lattice", gallery: "Begin a puzzle", "gallery-coming": "drawing the pictures …", examples: "Examples", lattices: "A blank puzzle on a lattice",
  "began-instead": "{title}. Undo brings back what was here.",
  help: "Help", "close-help": "Close the help", "help-draw": "Draw the board.", "help-draw-how": "Drag over cells.", "help-add": "Add pieces.", "help-add-how": "The solutions are counted at once.", "help-make": "Make something.", "help-make-how": "A page to play, a booklet, parts.",
  paint: "Fill", optional: "May stay empty", erase: "Erase", cut: "Cut a piece", take: "Take off as a piece", label: "Label",
  "paint-hint": "Cells to be covered (P)", "optional-hint": "Cells that may stay empty (O)", "erase-hint": "Take cells away (E)",
  "cut-hint": "Draw pieces over the board, which stays (C)", "take-hint": "Drag cells off the board: they become a piece (T)",
  "label-hint": "Write on a cell (L)",
  fit: "Fit", "fit-hint": "Fit the drawing area to the board (F)", "no-colors": "No piece has coloured cells: write colors: [\"a\", \"b\"] in a piece, or checkered: true in a set.", "no-color": "no colour", "color-hint": "Cells that must have a colour (K)", rectangle: "Rectangles", "rectangle-hint": "Each stroke fills a rectangle: with Fill, May stay empty and Erase", symmetry: "Symmetric", "symmetry-none": "no", "symmetry-x": "left and right", "symmetry-y": "above and below",
  "symmetry-xy": "both", "symmetry-turn": "half turn",
  lattice: "Lattice", shape: "Shape", "set-shape": "Set the board", "new-lattice": "Starts a new puzzle on this lattice; undo brings the drawing back.",
  trace: "Trace a picture …", "trace-hint": "Dark areas become cells, on the grid that fits best.", across: "Cells across", darkness: "Dark below", inverted: "light areas instead", straightened: "Straightened by", "straightened-hint": "The angle by which the picture is tilted, clockwise", "small-areas": "small areas too", "left-out-1": "One place was left out: it has a dashed outline.", "left-out-cells": "{count} places were left out: they have dashed outlines.", "set-traced": "Make these {count} cells the board", "no-picture": "The browser cannot read this picture.",
  labels: "Labels", "label-example": "Jan Feb Mar …", "label-how": "Type words, then click the cell of the first one: the others follow in reading order. Click without words to change a label.", "label-change": "Cell {cell}: change the label, then Enter.",
  group: "Group", "new-group": "new", months: "Months", days: "Days", weekdays: "Weekdays", "labels-left": "{count} words are left: click the cell where they continue.",
  clear: "Clear", "clear-hint": "Take all cells off the board, to draw the next one; undo brings them back",
  goals: "Goals", "goals-hint": "Goals make many puzzles of one file: each date of a calendar, each hole, each board.", "goal-name": "goal {number}",
  "goal-each": "One of each group", "goal-each-hint": "One label of each group stays open, as in a calendar", "goal-open": "Open cells", "goal-open-hint": "One goal in which some cells stay open", "goal-holes": "Holes", "goal-holes-hint": "A goal for each choice of cells that stay open", "goal-holes-count": "cells", "goal-board": "This board", "goal-board-hint": "One goal with the board as it is now",
  "goal-called": "Name of the goal", "goal-mark": "Mark cells ({count})", "goal-show": "Show", "goals-made": "{count} goals", "remove-goal": "Remove {name}", except: "except", "except-example": "Feb 30, Feb 31", "no-such-dates": "Leave out Feb 30 …", "goal-marking": "Draw over the cells that stay open in {name}.", done: "Done", "as-text": "as text",
  fields: "Further fields of the file", "left-out": "left out", layers: "Layers of the tray", "layers-hint": "In a tray with depth, each piece lies in this many layers; 0 for a flat tray",
  "field-source": "where the puzzle was published", "field-tray": "Projected(layers: 2) for a tray with depth", "field-crossing": "which pieces may meet at a vertex", "field-parameters": "named numbers", "field-boards": "several boards, in place of one", "field-wrap": "how the board continues beyond its edges", "field-givens": "placements fixed beforehand", "field-restrict": "restrictions on placements, and colours of cells: Colored(color: \"red\", cells: Cells([(0, 0)]))", "field-conditions": "conditions on solutions", "field-cases": "named lists of further restrictions", "field-order": "items to take first or last", "field-design": "requirements for choices of the pieces", "field-expect": "expected numbers",
  cell: "cell {cell}: {mark}", "mark-0": "not on the board", "mark-1": "to be covered", "mark-2": "may stay empty",
  "add-set": "Add all {family} of", "add": "Add", "pick": "Pick …", "pick-some": "Pick some, then add them.", "add-picked": "Add {count}", "close": "Close", "no-pieces": "No piece yet: add a set, or cut one from the board.",
  "optional-pieces": "All pieces may be left out", "optional-pieces-hint": "Every piece may be used or not: for choices of pieces, and for cards",
  name: "Name", copies: "Copies", to: "to", any: "any", sides: "Sides", Free: "may be turned over", OneSided: "one-sided", Fixed: "fixed",
  color: "Colour", "own-color": "own colour", remove: "Remove", "name-missing": "A piece needs a name.", "name-taken": "Another piece is named {name}.", "copies-wrong": "Copies are whole numbers; the second is at least the first and 1.", "cell-count": "{count} cells", "cell-count-1": "1 cell", "fits-nowhere": "fits nowhere",
  "draw-piece": "Draw a piece …", "edit-shape": "Edit the shape …", "piece-editor": "Piece editor", "piece-grid": "Grid for the piece", "new-piece": "New piece", "shape-of": "Shape of {name}", cancel: "Cancel",
  "shaping-hint": "Draw the cells in any number of strokes; a stroke from a cell of the piece removes cells. Enter on one of its cells finishes it.",
  "not-connected": "The cells are not connected.", "same-as": "The same shape as {names}.", "mark-piece": "in the piece",
  "cut-how": "Draw over its cells, in any number of strokes.", "board-area": "Board: {count} cells", "pieces-area": "Pieces: {count} cells",
  area: "{board} cells, the pieces cover {pieces}",
  counting: "counting …", solutions: "{count} solutions", "one-solution": "One solution", "no-solution": "No solution",
  distinct: "{count} up to symmetry", expected: "the file expects {count}",
  "choose-pieces": "To leave pieces out: Find choices, under Design, shows which of them fill the board.", "more-pieces": "Add more pieces than the board needs: Find choices, under Design, then shows which of them fill it.",
  forced: "{count} placements occur in every solution", impossible: "{count} of {of} placements occur in no solution", "show-forced": "Mark their cells",
  start: "Placing one piece can leave a unique solution: 1 way ({all} with reflections and rotations)", starts: "Placing one piece can leave a unique solution: {count} ways ({all} with reflections and rotations)", grade: "Rating {rating}: {grade}", "grade-held": "Rating {rating}: {grade}, for one who does not turn {pieces}",
  why: "Why not", "not-known": "Not known: {why}", drawing: "Draw a board and choose pieces: the answers appear automatically.",
  design: "Design", "design-hint": "Which pieces to use? Every choice is tried of the pieces that may be left out; if none may be, of all pieces.",
  "design-of-board": "The choices are tried on the board itself, and not for a goal: choose a goal in the list Goal.", "design-of-goal": "The choices are tried for {goal}.",
  "choose": "Pieces used", "wanted-solutions": "Solutions", "wanted-distinct": "Up to symmetry", "range-example": "4..8",
  symmetric: "a symmetric solution", "unique-start": "a placement that leaves one solution", "fault-free": "no straight line across", "no-crossroads": "no corner where four pieces meet", "one-of-mirrors": "at most one of two mirror images",
  sort: "First", best: "the fewest solutions", most: "the most solutions", fewest: "the fewest pieces",
  "find-designs": "Find choices", finding: "trying all choices …", "finding-all": "Trying {choices} choices …", "finding-1": "Trying the only choice …", "finding-sample": "Trying 200 of {choices} choices at random …", "finding-search": "Searching among {choices} choices …",
  "many-choices": "There are {choices} choices: too many to try them all in a short time.", "try-sample": "Try 200 at random", "try-sample-hint": "Counts 200 random choices and estimates how many match", "try-search": "Search", "try-search-hint": "Looks for choices that match, step by step", "try-all": "Try all of them", "try-all-hint": "This may take hours; Stop ends it",
  "designs-sampled": "{wanted} of {tried} choices tried match; {solvable} have a solution.", "designs-estimate": "About {mean} ± {error} of all {choices} choices match.", "designs-searched": "The search found {wanted} in {steps} steps.", "design-nearest": "The search found none in {steps} steps; this is the nearest choice.", "designs-none-searched": "The search found none in {steps} steps.", "designs-outdated": "The puzzle has changed since; undo shows the choices again.",
  "designs-found": "{wanted} of {solvable} choices with a solution.", "designs-of": "{wanted} of {solvable} with a solution, of {choices} choices.",
  "other-order": "Find choices again for the first of them in the other order.", "no-design": "No choice meets these requirements.", "some-shown": "The first {count} are shown.", "take-design": "Continue with {pieces}: {solutions}", chosen: "Only these pieces are kept; undo brings the others back.",
  "keep-choice": "Keep as a goal", "keep-choice-of": "Keep as a goal: {pieces}", "keep-choice-hint": "Adds a goal with this board and these pieces; all pieces stay", "kept-choice": "Kept as {name}, in the list of goals.",
  goal: "Goal", "own-board": "the board itself", "goal-unchosen": "The puzzle has goals: choose one in the list Goal above the board.", "goal-back": "Back to the board", "goal-area": "{goal}: {count} cells", "answers-of": "Answers for {goal}", "other-board": "This is {goal}, a goal with its own board. To draw, go back to the board with the button above it.",
  "making-of": "Of", "scope-all": "all {count} goals", "scope-all-1": "the goal of the file", "scope-all-hint": "The page to play has all goals, without pieces placed beforehand. Levels, booklets, files of challenges and files for apps are made of one goal: choose it in the list Goal, and here.", "scope-unsolvable": "This has no solution, so nothing can be made of it.",
  challenges: "Levels", "how-many": "How many", open: "Pieces left open", "open-any": "any number", preview: "Preview levels",
  curve: "Curve", "curve-fair": "fair", "curve-deck": "own numbers", "curve-progression": "equal steps", "curve-any": "no curve",
  "curve-fair-hint": "As many easy levels as medium, hard and expert ones.", "curve-deck-hint": "These numbers of easy, medium, hard and expert levels.", "curve-progression-hint": "From the easiest to the hardest found; ratings rise in equal steps.", "curve-any-hint": "The first that are found, with as many open pieces as possible.",
  cards: "Cards", "cards-hint": "Many small boards, one set of pieces: each card has a board and some of the pieces, which fill it in one way. The boards are the goals; without goals, the board.", "cards-pieces": "Pieces on each", "cards-most": "Greatest number of pieces", "cards-two-sided": "two sides: the first number of pieces on one, the second on the other",
  "preview-cards": "Preview cards", "card-file": "File of cards", "cards-parts-hint": "The pieces that these cards use, with the lengths above", "cards-found": "{count} cards on {boards}.", "card-found": "One card.", "cards-short": "Only {count} of {wanted} cards were found, on {boards}.", "one-board": "one board", "board-count": "{count} boards", side: "side {side}", "card-alt": "A board and the pieces {pieces}",
  easy: "easy", medium: "medium", hard: "hard", expert: "expert", "grade-of": "{grade}: {count} of {of}", "grade-count": "{grade}: {count}",
  "levels-found": "{count} levels were found.", "levels-short": "Only {count} of {wanted} levels were found: {parts}. With the curve “equal steps” there may be more.", "part-short": "{name} {found} of {wanted}", shortfall: "Fewer were found than requested: {note}.",
  "level-alt": "Level {number}: {open} pieces to place", "level-open": "{count} open",
  "laser-lengths": "Lengths for the laser cutter", "printer-lengths": "Lengths for the 3D printer", "length-unit": "Cell", "length-unit-hint": "The edge of a cell, or the length of a stick", "length-kerf": "Kerf", "length-kerf-hint": "The width of the cut, which the laser burns away", "length-clearance": "Clearance", "length-clearance-hint": "The gap between two neighbouring pieces",
  booklet: "Booklet (PDF)", play: "Play them", page: "Page to play (HTML)", opened: "They opened in a new window.", "no-window": "The browser blocked the new window. Allow it, or download the page as a file.", "challenge-file": "File of challenges", pack: "For apps (JSON)", picture: "Picture (SVG)", "piece-picture": "Pieces (SVG)",
  laser: "For a laser cutter", printer: "For a 3D printer", ron: "Puzzle (RON)", working: "making the file …", made: "{name} is ready", link: "Copy a link", linked: "Copied a link to this puzzle", "link-in-address": "The browser has no clipboard for this page: copy its address, which is now the link.",
  at: "Line {line}, column {column}: {message}", jump: "Show the error", right: "The text has no errors.",
  "not-sent": "A change cannot be sent to the program, although it answers.", halted: "Sending has stopped; {count} changes wait in this page: {why}",
  "send-again": "Send it again", "leave-out": "Leave the first one out",
  lost: "The program does not answer. Your changes are kept here and sent when it is back.",
  "file-changed": "Another program has changed the file since you started drawing. Which version do you want to keep?", reload: "The one in the file", keep: "Mine, replacing the file",
  "save-over": "The file has another puzzle, {title}. Replace it by this one?", "save-instead": "Replace it", "not-now": "Not now",
  jobs: "In progress", begun: "started", stop: "Stop", "stop-job": "Stop: {name}", "progress-of": "Progress: {name}", stopped: "{name}: stopped", resume: "Compute again", "was-stopped": "Stopped", "designs-stopped": "The search was stopped.",
  "not-loaded": "{name} cannot be loaded from this host ({status}).",
  refused: "Not done: {why}",
};

// A text with its variables in braces filled in.
/** @param {TextName} name @param {TextValues} values */
function text(name, values = {}) {
  return TEXTS[name].replace(/\{(\w+)\}/g, (whole, value) => (value in values ? String(values[value] ?? "") : whole));
}

// Fills the elements that name their text in an attribute.
function fillTexts() {
  /** @type {(name: string | undefined) => string} */
  const named = (name) => text(/** @type {TextName} */ (name));
  for (const element of document.querySelectorAll("[data-text]")) fill(element, named(element.dataset.text));
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", named(element.dataset.label));
}
