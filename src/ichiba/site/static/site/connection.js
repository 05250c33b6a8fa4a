// Keeps a page up to date: ignores outdated responses, and reconnects a stream that fails or goes
// silent.
import { isBehind } from "./pace.js";
import { allows } from "./past.js";

const LOOK = 4000; // milliseconds between two checks
const RETRY = 1000; // the same while the connection is lost
const HERE = 12000; // milliseconds between two messages that somebody is looking
const SILENCE = 20000; // milliseconds; a working stream sends something more often than this

const live = document.getElementById("live");
const table = () => document.getElementById("table");
const shown = () => Number(table().dataset.version);
let newest = shown(); // the newest version that this page knows of
let spoken = Date.now(); // when the stream last sent something
let mended = 0;
let looking = false;
/** @type {SseConnection} */
let stream = null;
let leaving = 0; // when this page last started to unload

// Whether a response or a message may replace the table. Swaps are applied immediately and in order,
// so a version older than the current one arrived late. Anything without a table is an error page.
/** @param {{ ctx: HtmxContext, tasks: HtmxTask[] }} swap */
export function mayBeShown({ ctx, tasks }) {
  const found = /data-version="(\d+)"/.exec(ctx.text ?? "");
  if (found) return allows(ctx.text, tasks, hear(found[1]) >= shown());
  if (ctx.response?.status < 500) location.reload();
  else lost(ctx.response?.status === 503 ? ctx.text : undefined);
  return false;
}

/** @param {string} version */
function hear(version) {
  newest = Math.max(newest, Number(version));
  return Number(version);
}

// Ask the server whose turn it is and which version is the newest.
/** @type {(query?: string) => Promise<{ turn: boolean, version: string }>} */
export async function pulse(query = "") {
  const address = live.dataset.pulse + query;
  const answer = await fetch(address, { signal: AbortSignal.timeout(10000) });
  if (answer.status === 403 || answer.status === 404) location.reload(); // the error page says why
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

// Whoever is looking needs no notices. The server can't tell by the stream: it stays open for a while
// after a laptop was closed or a network was lost.
async function sayHere() {
  if (document.hidden || table().dataset.notices === undefined) return;
  try {
    await pulse("?here");
  } catch {
    // If the connection is lost, the stream reports that.
  }
}

async function look() {
  const silent = Date.now() - spoken > SILENCE;
  const upToDate = shown() >= newest || isBehind(); // pace.js shows queued versions later
  if (looking || document.hidden || (!silent && !isLost && upToDate)) return;
  looking = true;
  try {
    hear((await pulse()).version);
    if (shown() < newest && !isBehind()) {
      await htmx.ajax("GET", location.pathname, { target: "#table", swap: "outerMorph" });
    }
    if (isLost) stream?.delayCanceller?.(); // let the stream reconnect now
    found();
    if (silent) mend();
  } catch {
    lost();
  } finally {
    looking = false;
  }
}

// The server responds, but the stream is silent: close it and open a new one.
function mend() {
  if (Date.now() - mended < SILENCE) return;
  mended = Date.now();
  if (!stream) htmx.trigger(live, "mend");
  stream?.delayCanceller?.();
  stream?.reader?.cancel();
}

// --- The bar that is shown while the connection is lost.
const bar = document.getElementById("offline-bar");
const notice = document.getElementById("connection");
let isLost = false;
/** @param {string} [why] */
function lost(why) {
  // Browsers close the stream when a page unloads. If the page stays after all, for example because
  // of a download, the next attempt detects a real loss.
  if (Date.now() - leaving < LOOK) return;
  isLost = true;
  notice.textContent = why ?? notice.dataset.lost;
  document.body.classList.add("offline");
  showBar();
}
function found() {
  isLost = false;
  notice.textContent = "";
  document.body.classList.remove("offline");
  if (unsent?.later) send();
  showBar();
}

// --- A move that didn't reach the server: keep it, so that it can be sent again.
const said = document.getElementById("unsent");
const sendButton = document.getElementById("unsent-send");
const discardButton = document.getElementById("unsent-discard");
/** @typedef {{ move: string, label: string, since: number, later: boolean }} Move */
/** @type {() => HTMLFormElement} */
const board = () => document.querySelector("#board");
/** @type {Move} */
let unsent = null;
/** @type {Move} */
let sending = null; // the move that is being sent

document.addEventListener("submit", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.submitter);
  if (event.target !== board() || button?.name !== "move") return;
  const label = button.getAttribute("aria-label") || button.textContent.trim();
  sending = { move: button.value, label, since: Date.now(), later: false };
});
document.addEventListener("htmx:error", ({ detail }) => {
  if (detail.ctx.sourceElement !== board() || !sending) return;
  unsent = sending;
  sending = null;
  lost();
});
document.addEventListener("htmx:finally:request", ({ detail }) => {
  if (detail.ctx.sourceElement !== board()) return;
  if (detail.ctx.response && detail.ctx.response.status < 500) unsent = null;
  sending = null;
  showBar();
});

function send() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#board button[name=move]");
  const button = [...buttons].find((one) => one.value === unsent?.move);
  unsent = null;
  if (button) board().requestSubmit(button);
  showBar();
}

function showBar() {
  const slow = sending && Date.now() - sending.since > RETRY;
  bar.hidden = !isLost && !unsent && !slow;
  const words = unsent?.later ? bar.dataset.will : isLost ? bar.dataset.unsent : bar.dataset.back;
  const text = unsent ? words.replace("%s", unsent.label) : slow ? bar.dataset.sending : "";
  if (said.textContent !== text) said.textContent = text;
  sendButton.textContent = isLost ? sendButton.dataset.later : sendButton.dataset.now;
  sendButton.hidden = !unsent || unsent.later;
  discardButton.hidden = !unsent;
}
sendButton.addEventListener("click", () => {
  if (isLost) unsent.later = true;
  else send();
  showBar();
});
discardButton.addEventListener("click", () => {
  unsent = null;
  showBar();
});

setInterval(() => (isLost ? look() : showBar()), RETRY);
setInterval(look, LOOK);
setInterval(sayHere, HERE);
document.addEventListener("visibilitychange", sayHere);
addEventListener("offline", () => lost());
addEventListener("online", look);
for (const sign of ["beforeunload", "pagehide"]) {
  addEventListener(sign, () => (leaving = Date.now()));
}
addEventListener("pageshow", () => (leaving = 0));
document.addEventListener("visibilitychange", () => (spoken = Date.now()));
document.addEventListener("htmx:sse:error", () => lost());
document.addEventListener("htmx:sse:close", () => (stream = null));
document.addEventListener("htmx:after:sse:connection", (event) => {
  stream = event.detail.connection;
  found();
  // The extension closes streams when a tab is hidden, but not a stream that opens in a hidden tab.
  setTimeout(() => document.hidden && stream?.visibilityHandler());
});
document.addEventListener("htmx:before:sse:message", ({ detail }) => {
  spoken = Date.now();
  if (detail.message.id) hear(detail.message.id);
  found();
});

// The visitor may no longer watch. Reload with a delay, because someone who has just joined is about
// to get a new page anyway.
live.addEventListener("gone", () => setTimeout(() => location.reload(), 3000));
