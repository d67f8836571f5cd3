"use strict";
// Hosts a page to play where there is no program to serve it. Studio's own policy does not allow that
// page's inline scripts, but this page's policy does, so this page replaces itself with it. The fragment is
// the address of a blob.

(async () => {
  const made = await fetch(location.hash.slice(1));
  const page = await made.text();
  history.replaceState(null, "", location.pathname);
  document.open();
  document.write(page);
  document.close();
})();
