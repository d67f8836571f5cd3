"use strict";
// A web worker with the library as WebAssembly: it holds a session, or answers about one document.

let library = null;
let emit = () => {};

const imports = {
  page: {
    tell(at, length) {
      const bytes = new Uint8Array(library.memory.buffer, at, length).slice();
      emit(JSON.parse(new TextDecoder().decode(bytes)));
    },
    now: () => performance.now(),
  },
};

// Calls a function of the library with a value as JSON.
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
    if (data.module) library = (await WebAssembly.instantiate(data.module, imports)).exports;
    emit = (value) => postMessage({ id: data.id, value });
    if (data.call) call(data.call, data.what);
    postMessage({ id: data.id, done: true });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
