"use strict";
// A web worker with the library as WebAssembly: it holds a session, or answers about one document.

/** @type {any} */
let library = null;
/** @type {(value: unknown) => void} */
let emit = () => {};

const imports = {
  page: {
    /** @param {number} at @param {number} length */
    tell(at, length) {
      const bytes = new Uint8Array(library.memory.buffer, at, length).slice();
      emit(JSON.parse(new TextDecoder().decode(bytes)));
    },
    now: () => performance.now(),
  },
};

// Calls a function of the library with a value as JSON.
/** @param {string} name @param {object} what */
function call(name, what) {
  const bytes = new TextEncoder().encode(JSON.stringify(what));
  const at = library.allocate(bytes.length);
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
  library[name](at, bytes.length);
}

// Handles a message { id, module, call, what }: loads the library if there is a module, then makes the
// call.
onmessage = async ({ data }) => {
  try {
    if (data.module) library = (await WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (data.module), imports)).exports;
    emit = (value) => postMessage({ id: data.id, value });
    if (data.call) call(data.call, data.what);
    postMessage({ id: data.id, done: true });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
