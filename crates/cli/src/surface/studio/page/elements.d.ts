// The elements of the page by their ids. Those that may be missing are `| null`.

interface PageElements {
  // studio.html
  title: HTMLInputElement;
  commands: HTMLElement;
  help: HTMLElement;
  foot: HTMLElement;
  banners: HTMLElement;
  jobs: HTMLElement;
  stage: HTMLElement;
  trace: HTMLElement;
  bars: HTMLElement;
  tools: HTMLElement;
  "tool-bar": HTMLElement;
  paper: HTMLElement;
  board: SVGSVGElement;
  under: HTMLElement;
  areas: HTMLElement;
  "tool-words": HTMLElement;
  shape: HTMLElement;
  answers: HTMLElement;
  shaper: HTMLElement;
  pieces: HTMLElement;
  goals: HTMLElement;
  design: HTMLElement;
  making: HTMLElement;
  fields: HTMLDetailsElement;
  "field-list": HTMLElement;
  source: HTMLDetailsElement;
  wrong: HTMLElement;
  text: HTMLTextAreaElement;
  gallery: HTMLDialogElement;
  live: HTMLElement;

  // main.js
  undo: HTMLButtonElement;
  redo: HTMLButtonElement;
  save: HTMLButtonElement;
  state: HTMLElement | null;

  // goals.js
  "goal-bar": HTMLElement;
  goal: HTMLSelectElement | null;
  "goal-back": HTMLButtonElement | null;

  // answers.js
  "answers-title": HTMLElement;
  "answer-lines": HTMLElement;
  stop: HTMLButtonElement;
  random: HTMLButtonElement;
  empty: HTMLButtonElement;

  // design.js
  "design-goal": HTMLElement;
  "design-choose": HTMLInputElement;
  "design-solutions": HTMLInputElement;
  "design-distinct": HTMLInputElement;
  "design-symmetric": HTMLInputElement;
  "design-unique-start": HTMLInputElement;
  "design-fault-free": HTMLInputElement;
  "design-no-crossroads": HTMLInputElement;
  "design-one-of-mirrors": HTMLInputElement;
  "design-sort": HTMLSelectElement & { value: DesignSort };
  "find-designs": HTMLButtonElement;
  "designs-said": HTMLElement;
  "designs-offer": HTMLElement;
  designs: HTMLElement;

  // making.js
  "cut-unit": HTMLInputElement;
  "cut-kerf": HTMLInputElement;
  "cut-clearance": HTMLInputElement;
  "print-unit": HTMLInputElement;
  "print-clearance": HTMLInputElement;

  // levels.js
  "scope-row": HTMLElement;
  "making-scope": HTMLSelectElement;
  "scope-hint": HTMLElement;
  play: HTMLButtonElement;
  "make-page": HTMLButtonElement;
  "make-booklet": HTMLButtonElement;
  "make-challenges": HTMLButtonElement;
  "make-pack": HTMLButtonElement;
  "count-field": HTMLElement;
  "challenge-count": HTMLInputElement;
  "challenge-curve": HTMLSelectElement & { value: LevelCurve };
  "challenge-open": HTMLSelectElement;
  "deck-fields": HTMLElement;
  "deck-easy": HTMLInputElement;
  "deck-medium": HTMLInputElement;
  "deck-hard": HTMLInputElement;
  "deck-expert": HTMLInputElement;
  "levels-found": HTMLElement;
  "curve-hint": HTMLElement;
  distribution: HTMLElement;
  "levels-said": HTMLElement;
  "preview-levels": HTMLButtonElement;
  levels: HTMLElement;

  // cards.js
  "cards-count": HTMLInputElement;
  "cards-least": HTMLInputElement;
  "cards-most": HTMLInputElement;
  "cards-two-sided": HTMLInputElement;
  "preview-cards": HTMLButtonElement;
  "cards-said": HTMLElement;
  cards: HTMLElement;

  // labels.js
  "label-words": HTMLInputElement | null;

  // shaping.js
  grid: SVGSVGElement;
  "shaper-title": HTMLElement;
  "shaper-words": HTMLElement;
  "shaper-done": HTMLButtonElement;
}
