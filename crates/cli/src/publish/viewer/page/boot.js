"use strict";
// Unpacks the data of the page, and then begins: the scripts that use it are held back until it is there.
(async () => {
  const there = document.getElementById("data");
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
  script.textContent = document.getElementById("program").textContent;
  document.body.append(script);
  if (!html.dataset.state) html.dataset.state = "broken";
})();
