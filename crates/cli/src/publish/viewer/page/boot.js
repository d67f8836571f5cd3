"use strict";
// Decompresses the page's data, then starts the script that uses them.
(async () => {
  /** @type {<K extends keyof PageElements>(id: K) => PageElements[K]} */
  const byId = (id) => /** @type {any} */ (document.getElementById(id));
  const there = byId("data");
  const html = document.documentElement;
  try {
    const packed = Uint8Array.from(atob(there.textContent), (character) => character.charCodeAt(0));
    const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    there.textContent = await new Response(bytes).text();
  } catch {
    html.dataset.state = "old";
    return;
  }
  const script = document.createElement("script");
  script.textContent = byId("program").textContent;
  document.body.append(script);
  if (!html.dataset.state) html.dataset.state = "broken";
})();
