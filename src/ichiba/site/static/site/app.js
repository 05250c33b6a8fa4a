// Registers the service worker, which shows notifications and a page for when the site can't be reached.
if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
}
