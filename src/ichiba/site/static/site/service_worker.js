// The service worker of the site. It shows notifications, keeps the rules pages and the pages for the real
// table, so that they open without a network, and has a page for when the site can't be reached.
const KEPT = "ichiba-kept";
const PAGES = /^\/rules\/[^/]+\/(table\/)?$/;
const OFFLINE = "ichiba-offline";
const OFFLINE_PAGE = "/offline/";

const worker = /** @type {any} */ (self); // TypeScript knows pages or workers, not both

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(keepOfflinePage());
});
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(worker.clients.claim()),
);
worker.addEventListener("push", (/** @type {any} */ event) =>
  event.waitUntil(showNotice(event.data)),
);
worker.addEventListener("notificationclick", (/** @type {any} */ event) =>
  event.waitUntil(openGame(event.notification)),
);
worker.addEventListener("message", (/** @type {any} */ event) => {
  const { kind, page, files } = event.data ?? {};
  if (kind === "keep" && PAGES.test(page)) event.waitUntil(keep(page, files, event.source));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

// --- Push

/**
 * Shows a notice. It is a declarative push message, which some browsers show without this worker.
 * @param {any} data
 */
async function showNotice(data) {
  const { title, body, navigate, tag, lang } = data.json().notification;
  await worker.registration.showNotification(title, { body, tag, lang, data: { navigate } });
}

/**
 * Opens the game of a notice: in its tab, if it has one.
 * @param {any} notification
 */
async function openGame(notification) {
  notification.close();
  const address = notification.data.navigate;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const known = pages.find((/** @type {any} */ page) => page.url.split("#")[0] === address);
  if (known) await known.focus();
  else await worker.clients.openWindow(address);
}

// --- Pages that are kept

/**
 * Keeps a page and its files. Pages are fetched without cookies: nobody's name is kept with them.
 * @param {string} page
 * @param {string[]} files
 * @param {any} source the page that asked, which is told when all is kept
 */
async function keep(page, files, source) {
  const kept = await caches.open(KEPT);
  const answer = await fetch(page, { credentials: "omit" });
  if (answer.ok) await kept.put(page, answer);
  for (const file of files) {
    if (!(await kept.match(file))) await kept.add(file);
  }
  await forget(kept, files);
  source?.postMessage({ kind: "kept", page });
}

/**
 * Forgets files of older versions of the site: they have another hash in their addresses.
 * @param {Cache} kept
 * @param {string[]} files
 */
async function forget(kept, files) {
  const version = (/** @type {string} */ address) =>
    new URL(address, worker.location.href).pathname.split("/", 3).join("/");
  const current = new Set(files.map(version));
  for (const request of await kept.keys()) {
    const path = new URL(request.url).pathname;
    if (!PAGES.test(path) && !current.has(version(path))) await kept.delete(request);
  }
}

// Keeps the page for when the site can't be reached, with the files that it needs. It is fetched without cookies, so it contains no name.
async function keepOfflinePage() {
  const kept = await caches.open(OFFLINE);
  const answer = await fetch(OFFLINE_PAGE, { credentials: "omit" });
  if (!answer.ok) return;
  const text = await answer.clone().text();
  await kept.put(OFFLINE_PAGE, answer);
  const files = text.matchAll(/(?:href|src)="(\/static\/[^"]+\.(?:css|js|svg))"/g);
  await kept.addAll([...new Set([...files].map((found) => found[1]))]);
}

/**
 * The page from the network; without one, as it was kept, or the page that says so.
 * @param {Request} request
 * @param {string} path
 */
async function page(request, path) {
  try {
    return await fetch(request);
  } catch {
    const kept =
      PAGES.test(path) && (await caches.match(path, { cacheName: KEPT, ignoreVary: true }));
    return (
      kept ||
      (await caches.match(OFFLINE_PAGE, { cacheName: OFFLINE, ignoreVary: true })) ||
      Response.error()
    );
  }
}

/**
 * A file as it was kept, or from the network. Its address changes with its content.
 * @param {Request} request
 */
async function file(request) {
  return (await caches.match(request, { ignoreVary: true, ignoreSearch: true })) ?? fetch(request);
}
