// The elements of the page by their ids. Those that may be missing are `| null`.

interface PageElements {
  // studio.html
  title: HTMLInputElement;
  commands: HTMLElement;
  banners: HTMLElement;
  jobs: HTMLElement;
  stage: HTMLElement;
  trace: HTMLElement;
  tools: HTMLElement;
  "tool-bar": HTMLElement;
  paper: HTMLElement;
  board: SVGSVGElement;
  areas: HTMLElement;
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
  live: HTMLElement;

  // answers.js
  "answer-lines": HTMLElement;
  stop: HTMLButtonElement;
  random: HTMLButtonElement;
  empty: HTMLButtonElement;

  // design.js
  "design-choose": HTMLInputElement;
  "design-solutions": HTMLInputElement;
  "design-distinct": HTMLInputElement;
  "design-symmetric": HTMLInputElement;
  "design-unique-start": HTMLInputElement;
  "design-fault-free": HTMLInputElement;
  "design-no-crossroads": HTMLInputElement;
  "design-one-of-mirrors": HTMLInputElement;
  "design-sort": HTMLSelectElement;
  "find-designs": HTMLButtonElement;
  "designs-said": HTMLElement;
  designs: HTMLElement;

  // labels.js
  "label-words": HTMLInputElement | null;

  // shaping.js
  grid: SVGSVGElement;
  "shaper-title": HTMLElement;
  "shaper-words": HTMLElement;
  "shaper-done": HTMLButtonElement;
}
