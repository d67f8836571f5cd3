"use strict";
// Shows a page on which a puzzle is played where there is no program to serve it. The Content-Security-Policy of
// studio's page does not allow the inline scripts of such a page, but that of this page does, so the page for
// playing replaces this one. The fragment of the address is the address of a blob with the page for playing, which
// is kept for this tab so that it can be loaded again.

// A page that is replaced before it is loaded would count as loading for ever in Firefox.
addEventListener("load", async () => {
  const KEPT_PAGE = "studio-page";
  let page = null;
  if (location.hash.startsWith("#blob:")) {
    page = await (await fetch(location.hash.slice(1))).text();
    history.replaceState(null, "", location.pathname);
    try { sessionStorage.setItem(KEPT_PAGE, page); } catch { /* The page is too large, or there is no storage. */ }
  } else {
    try { page = sessionStorage.getItem(KEPT_PAGE); } catch { /* There is no storage. */ }
  }
  if (page === null) {
    location.replace("./");
    return;
  }
  document.open();
  document.write(page);
  document.close();
});
