// What `dom.js` takes and gives. Both pages use it; each declares its own `PageElements`.

/** What an element contains. Lists are flattened; `null`, `undefined` and `false` are nothing. */
type Child = string | number | Node | false | null | undefined | readonly Child[];

/** The values of a text's variables. */
type TextValues = { readonly [name: string]: string | number };

/** Attributes by name, and under `on` the listeners by event. */
interface Attributes {
  on?: Listeners;
  [name: string]: string | number | boolean | null | undefined | Listeners;
}

type Listeners = { [Kind in keyof GlobalEventHandlersEventMap]?: (event: FormEvent<GlobalEventHandlersEventMap[Kind]>) => void };

/** An event at a field, a list or a details element that a script has made. */
type FormEvent<Of = Event> = Of & { readonly target: HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement & HTMLDetailsElement };

// All elements of the pages are HTML or SVG, and keys and pointers act on elements.
interface Element extends HTMLOrSVGElement, ElementCSSInlineStyle {}
interface UIEvent {
  readonly target: Element;
}
interface Document {
  readonly body: HTMLBodyElement;
}
