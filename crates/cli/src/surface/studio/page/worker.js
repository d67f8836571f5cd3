"use strict";
// A worker with the library as WebAssembly: it holds a session, or answers about one document.

let library = null;
let hear = () => {};

const imports = {
  page: {
    tell(at, length) {
      const bytes = new Uint8Array(library.memory.buffer, at, length).slice();
      hear(JSON.parse(new TextDecoder().decode(bytes)));
    },
    now: () => performance.now(),
  },
};

// Calls a function of the library with something as JSON.
function call(name, what) {
  const bytes = new TextEncoder().encode(JSON.stringify(what));
  const at = library.allocate(bytes.length);
  new Uint8Array(library.memory.buffer, at, bytes.length).set(bytes);
  library[name](at, bytes.length);
}

// Each message is what is to be done: { id, module, call, what }.
onmessage = async ({ data }) => {
  try {
    if (data.module) library = (await WebAssembly.instantiate(data.module, imports)).exports;
    hear = (told) => postMessage({ id: data.id, told });
    if (data.call) call(data.call, data.what);
    postMessage({ id: data.id, done: true });
  } catch (error) {
    postMessage({ id: data.id, failed: String(error) });
  }
};
