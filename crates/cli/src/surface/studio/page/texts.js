"use strict";
// All texts of the page, in one place for translation.

const TEXTS = {
  title: "Title", board: "Board", answers: "Answers", pieces: "Pieces", making: "Make", source: "Text of the file",
  "open-file": "Open", undo: "Undo", redo: "Redo", save: "Save", random: "Random solution", empty: "Empty board",
  saved: "saved", unsaved: "not saved", "no-file": "kept in this browser",
  paint: "Fill", optional: "May stay empty", erase: "Erase", cut: "Cut a piece", take: "Take off as a piece", label: "Label",
  "paint-hint": "Cells to be covered (P)", "optional-hint": "Cells that may stay empty (O)", "erase-hint": "Take cells away (E)",
  "cut-hint": "Each stroke is a piece; the board stays (C)", "take-hint": "Drag cells off the board: they become a piece (T)",
  "label-hint": "Write on a cell (L)",
  rectangle: "Rectangles", symmetry: "Symmetric", "symmetry-none": "no", "symmetry-x": "left and right", "symmetry-y": "above and below",
  "symmetry-xy": "both", "symmetry-turn": "half turn",
  lattice: "Lattice", shape: "Shape", "set-shape": "Set the board", "new-lattice": "A new puzzle on this lattice: what is drawn can be had back by undo.",
  trace: "Trace a picture …", "trace-hint": "Dark places become cells, on the grid that fits them best.", across: "Cells across", darkness: "Dark below", inverted: "light places instead", "set-traced": "Make these {count} cells the board", "no-picture": "This is no picture that the browser can read.",
  "label-prompt": "What is written on the cell?",
  cell: "cell {cell}: {mark}", "mark-0": "not of the board", "mark-1": "to be covered", "mark-2": "may stay empty",
  "add-set": "Add all {family} of", "add": "Add", "pick": "Pick …", "pick-some": "Pick some, then add them.", "add-picked": "Add {count}", "close": "Close", "no-pieces": "No piece yet: add a set, or cut one from the board.",
  name: "Name", copies: "Copies", to: "to", any: "any", sides: "Sides", Free: "may be turned over", OneSided: "one-sided", Fixed: "fixed",
  color: "Colour", "own-color": "of its own", remove: "Remove", change: "Change", "cell-count": "{count} cells", "fits-nowhere": "fits nowhere",
  heat: "Where it lies",
  area: "{board} cells, the pieces cover {pieces}", "area-fits": "Areas fit", "area-differs": "Areas differ",
  counting: "counting …", solutions: "{count} solutions", "one-solution": "One solution", "no-solution": "No solution",
  distinct: "{count} up to symmetry", took: "{time} ms", expected: "the file expects {count}",
  forced: "{count} placements are in all of them", impossible: "{count} of {of} placements are in none", "show-forced": "Mark their cells",
  start: "One single placement leaves one solution ({all} with its images)", starts: "{count} single placements leave one solution ({all} with their images)", grade: "Rating {rating}: {grade}",
  why: "Why not", "not-known": "Not known: {why}", drawing: "Draw a board and choose pieces: the answers come by themselves.",
  design: "Design", "design-hint": "Which of the pieces? Those that may be left out are tried in every choice; if none may, all may.",
  "choose": "Pieces used", "wanted-solutions": "Solutions", "wanted-distinct": "Up to symmetry", "range-example": "4..8",
  symmetric: "a symmetric solution", "unique-start": "a piece whose place leaves one solution", "fault-free": "no straight line across", "no-crossroads": "no four pieces meet", "one-of-mirrors": "one of two mirror images",
  sort: "First", best: "the fewest solutions", most: "the most solutions", fewest: "the fewest pieces",
  "find-designs": "Find choices", finding: "trying all choices …", "designs-found": "{wanted} of {solvable} choices with a solution.", "designs-of": "{wanted} of {solvable} with a solution, of {choices} choices.",
  "no-design": "No choice is as wanted.", "some-shown": "The first {count} are shown.", "take-design": "Go on with {pieces}: {solutions}", chosen: "These pieces alone; undo brings the others back.",
  goal: "Goal", "own-board": "the board itself",
  challenges: "Challenges", "how-many": "How many", open: "Pieces left open", minimal: "as many as can be",
  booklet: "Booklet (PDF)", play: "Play them", page: "Page to play (HTML)", opened: "They are in a window of their own.", "no-window": "The browser opens no further window; allow it, or take the page as a file.", "challenge-file": "File of challenges", pack: "For apps (JSON)", picture: "Picture (SVG)", "piece-picture": "Pieces (SVG)",
  laser: "For a laser cutter", printer: "For a 3D printer", ron: "Puzzle (RON)", working: "making the file …", made: "{name} is made", link: "Copy a link", linked: "A link to this puzzle is copied",
  at: "Line {line}, column {column}: {message}", jump: "Show the place", right: "Nothing is wrong with the text.",
  "not-sent": "A change cannot be sent to the program, although it answers.", halted: "Nothing more is sent ({count} changes wait in this page): {why}",
  "send-again": "Send it again", "leave-out": "Leave the first one out",
  lost: "The program does not answer. What you draw is kept here and sent when it is back.",
  "file-changed": "Another program has changed the file since you began to draw. Which version is to stay?", reload: "The one in the file", keep: "Mine, over the file",
  jobs: "Under way", begun: "begun", stop: "Stop", "stop-job": "Stop: {name}", stopped: "{name}: stopped", resume: "Compute them again", "was-stopped": "Stopped", "designs-stopped": "The search was stopped.",
  refused: "Not done: {why}",
};

// A text, with names in braces replaced by values.
function text(key, values = {}) {
  return (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name] ?? "") : whole));
}

// Fills the elements of the page that say which text is theirs.
function fillTexts() {
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", text(element.dataset.label));
}
