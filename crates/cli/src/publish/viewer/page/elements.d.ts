// The elements of the page by their ids. Those that may be missing are `| null`.

interface PageElements {
  skip: HTMLButtonElement;
  held: HTMLElement;
  tabs: HTMLElement;
  view: HTMLElement;
  stage: HTMLElement;
  over: HTMLElement;
  pictures: HTMLElement;
  board: SVGSVGElement;
  corner: SVGSVGElement;
  under: HTMLElement;
  side: HTMLElement;
  source: HTMLElement;
  help: HTMLDetailsElement;
  keys: HTMLElement;
  copy: HTMLButtonElement;
  copied: HTMLElement;
  levels: HTMLDialogElement;
  live: HTMLElement;
  data: HTMLScriptElement;
  program: HTMLScriptElement;
  rack: HTMLElement | null;
  timer: HTMLElement | null;
  stepped: HTMLElement | null;
  shared: HTMLElement | null;
}
