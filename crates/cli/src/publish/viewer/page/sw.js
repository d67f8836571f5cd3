"use strict";
// Stores the page in the browser, so that it opens without a network. Each version has its own
// cache. A new version replaces the previous one once no page of the previous version is open.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// All pages on a server share one store of caches. The scope of the service worker in the names keeps their
// caches apart.
const NAME = `tilewright ${worker.registration.scope} `;
const STORE = `${NAME}VERSION`;
const FILES = ["./", "manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png"];

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)));
});

worker.addEventListener("activate", (event) => {
  /** @param {string[]} names */
  const old = (names) => names.filter((name) => name.startsWith(NAME) && name !== STORE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.open(STORE).then((store) => store.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((there) => there || fetch(event.request)));
});
