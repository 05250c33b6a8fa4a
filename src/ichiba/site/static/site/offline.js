// Keeps this page for the times without a network: tells the service worker what it needs.

export async function keep() {
  const files = document.querySelector("[data-keep]")?.dataset.keep;
  if (!files || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ kind: "keep", page: location.pathname, files: JSON.parse(files) });
  } catch {
    // Private windows and some settings forbid service workers. The page works without one.
  }
}
