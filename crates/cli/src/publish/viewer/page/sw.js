"use strict";
// Keeps the page in the browser, so that it opens without a network. Each version has a store of its own, and takes the
// place of the one before when no page of that is open.

// Other pages of the same server have stores of their own.
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
