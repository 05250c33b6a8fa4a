// Turns notifications of this browser on and off, and suggests the time zone of this device.
import { ready } from "./ready.js";

const panel = document.getElementById("push");
const state = document.getElementById("push-state");
const on = document.getElementById("push-on");
const off = document.getElementById("push-off");
const possible =
  panel.dataset.key &&
  "serviceWorker" in navigator &&
  "PushManager" in window &&
  "Notification" in window;

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

// The subscription of this browser if the server has it, too. It forgets subscriptions that fail, and
// all of them when their owner logs out.
async function current() {
  const found = await subscription();
  return found && panel.dataset.own.split(" ").includes(found.endpoint) ? found : null;
}

/** @param {string} [told] */
async function show(told) {
  const known = possible ? await current() : null;
  const denied = possible && Notification.permission === "denied";
  on.hidden = !possible || denied || known !== null;
  off.hidden = known === null;
  const words = { ...state.dataset };
  const now = !possible ? words.none : denied ? words.denied : known ? words.on : words.off;
  state.textContent = told ?? now;
}

/**
 * @param {string} address
 * @param {Record<string, string>} data
 */
async function post(address, data) {
  const body = new URLSearchParams({ ...data, csrfmiddlewaretoken: panel.dataset.token });
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(String(answer.status));
}

/** @param {ArrayBuffer} data */
function encoded(data) {
  const text = btoa(String.fromCharCode(...new Uint8Array(data)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Such as “Firefox on Linux”: enough to recognize one's own browsers.
function label() {
  const browsers = [
    ["Firefox/", "Firefox"],
    ["Edg/", "Edge"],
    ["Chrome/", "Chrome"],
    ["Safari/", "Safari"],
  ];
  const systems = [
    ["Android", "Android"],
    ["iPhone", "iPhone"],
    ["iPad", "iPad"],
    ["Windows", "Windows"],
    ["Mac", "Mac"],
    ["Linux", "Linux"],
  ];
  const found = [browsers, systems].map(
    (names) => names.find(([mark]) => navigator.userAgent.includes(mark))?.[1],
  );
  return found.filter(Boolean).join(" · ");
}

async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return show();
  const { pushManager } = await navigator.serviceWorker.ready;
  // An old one may be for another key of the site.
  await (await subscription())?.unsubscribe();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: panel.dataset.key,
  });
  await post(panel.dataset.subscribe, {
    endpoint: made.endpoint,
    key: encoded(made.getKey("p256dh")),
    secret: encoded(made.getKey("auth")),
    label: label(),
  });
  return location.reload();
}

async function turnOff() {
  const known = await current();
  await post(panel.dataset.forget, { endpoint: known.endpoint });
  await known.unsubscribe();
  location.reload();
}

on.addEventListener("click", () => turnOn().catch(() => show(state.dataset.failed)));
off.addEventListener("click", () => turnOff().catch(() => show(state.dataset.failed)));
show();
ready("notices");

const zone = /** @type {HTMLInputElement} */ (document.querySelector("input[name=time_zone]"));
if (zone.dataset.guess) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;
