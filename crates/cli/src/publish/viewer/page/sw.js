"use strict";
// Stores the page in the browser, so that it opens without a network. Each version has its own cache, and
// replaces the one before it once no page of that version is open.

// The scope in the name separates the caches of pages on the same server.
const NAME = `tilewright ${registration.scope} `;
const STORE = `${NAME}VERSION`;
const FILES = ["./", "manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(NAME) && name !== STORE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.open(STORE).then((store) => store.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((there) => there || fetch(event.request)));
});
