"use strict";
// A page to be played that Studio has made where there is no program to serve it. It holds its scripts, which
// Studio's own page may not run; this one may, and becomes it. The fragment is the address of a blob.

(async () => {
  const made = await fetch(location.hash.slice(1));
  const page = await made.text();
  history.replaceState(null, "", location.pathname);
  document.open();
  document.write(page);
  document.close();
})();
