// Shows earlier positions in place of the current one, with arrow keys, log lines and buttons. Live
// updates of the board are held back meanwhile, and Escape returns to the current position. The replay
// page works the same way, but has no current position.
import { ready } from "./ready.js";

const live = document.getElementById("live"); // only on a table's page
const table = () => document.getElementById("table");
const shown = () => table().dataset.past;
let at = live ? null : Number(shown()); // the number of moves; null for the current position
let news = "";
let loading = Promise.resolve();

export const inPast = () => at !== null;
const count = () => Number(table().dataset.number);

// Whether a response or a message may be swapped in. While an earlier position is shown, only the log,
// the chat and the players are updated, and a notice says that there are new moves. `isNew` means that it
// isn't older than what is shown.
/**
 * @param {string} text
 * @param {HtmxTask[]} tasks
 */
export function allows(text, tasks, isNew = true) {
  const past = /<main id="table"[^>]* data-past="(\d+)"/.exec(text);
  if (past) return Number(past[1]) === at;
  if (!isNew || !inPast() || !live) return isNew && Boolean(live);
  if (/class="curtain/.test(text)) {
    at = null; // the next player at this screen must not see this player's secrets
    return true;
  }
  hear(text);
  const main = tasks.findIndex((task) => task.type === "main");
  if (main >= 0) tasks.splice(main, 1);
  return tasks.length > 0;
}

// Records whose turn it is and the newest version, without showing it.
/** @param {string} text */
function hear(text) {
  const tag = /<main id="table"[^>]*>/.exec(text)?.[0];
  if (!tag) return;
  /** @param {string} name */
  const read = (name) => new RegExp(` data-${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const now = table().dataset;
  if (read("number") !== now.number) {
    news = read("turn") && !now.turn ? "turn" : news || "new";
  }
  for (const name of ["version", "turn", "status", "number"]) now[name] = read(name);
  tell();
}

function tell() {
  const line = document.getElementById("past-news");
  if (line) line.textContent = news ? line.dataset[news] : "";
}

/** @param {string} address */
function load(address) {
  return htmx.ajax("GET", address, { target: "#table", swap: "outerMorph" });
}

// Shows the position after `wanted` moves.
/** @param {number} wanted */
export function go(wanted) {
  const moment = Math.min(Math.max(wanted, 0), count());
  at = moment;
  document.dispatchEvent(new CustomEvent("ichiba:moment", { detail: moment }));
  loading = loading.then(() => {
    if (at !== moment) return undefined; // another position has been requested in the meantime
    return load(`${table().dataset.moments}${moment}/`);
  });
}

export function leave() {
  if (!live || !inPast()) return;
  at = null;
  loading = loading.then(async () => {
    if (inPast()) return;
    await load(location.pathname);
    if (!inPast() && shown() !== undefined) at = Number(shown()); // loading failed
  });
  table().focus({ preventScroll: true });
}

/** @param {number} by */
function step(by) {
  const next = (at ?? count()) + by;
  if (live && next >= count()) leave();
  else go(next);
}

// --- Keys, unless the focused element uses them itself.
const OWN_KEYS =
  "input, select, textarea, [contenteditable], [role=tab], dialog, [popover], #map-window";
/** @param {KeyboardEvent} event */
function meansSomethingElse(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return true;
  }
  if (document.querySelector("dialog[open], [popover]:popover-open")) return true;
  const target = event.target.closest(OWN_KEYS) ?? event.target.closest("[tabindex]");
  if (target?.matches(OWN_KEYS)) return true;
  return Boolean(target?.matches(".scroll") && target.scrollWidth > target.clientWidth);
}

addEventListener("keydown", (event) => {
  /** @type {Record<string, number>} */
  const keys = { ArrowLeft: -1, ArrowRight: 1, ...(live ? {} : { Home: -count(), End: count() }) };
  if (!(event.key in keys) && event.key !== "Escape") return;
  if (meansSomethingElse(event) || !table().dataset.moments) return;
  if (event.key === "Escape") {
    leave();
    return;
  }
  event.preventDefault();
  step(keys[event.key]);
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const button = event.target.closest("[data-past-step]");
  if (button) step(Number(button.dataset.pastStep));
  if (live && event.target.closest("#back-to-now")) {
    event.preventDefault();
    leave();
  }
  const line = live && event.target.closest("#log a")?.closest("[data-move]");
  if (line && table().dataset.moments) {
    event.preventDefault();
    go(Number(line.dataset.move));
    bringBoard();
  }
});

// On a phone the log is far below the board, so scroll up to it.
function bringBoard() {
  const board = document.getElementById("board");
  const box = board.getBoundingClientRect();
  if (box.bottom < 120 || box.top > innerHeight - 200) board.scrollIntoView({ block: "start" });
}

function mark() {
  if (!live) return;
  const past = shown();
  document.body.classList.toggle("in-past", past !== undefined);
  if (past === undefined) news = "";
  tell();
  for (const one of document.querySelectorAll('#log [aria-current="step"]')) {
    one.removeAttribute("aria-current");
  }
  if (past === undefined) return;
  for (const line of linesOf(Number(past))) {
    (line.matches("a") ? line : line.querySelector("a"))?.setAttribute("aria-current", "step");
  }
}

// The log lines of this position, and the headline of its turn.
/** @param {number} moment */
function linesOf(moment) {
  const lines = [...document.querySelectorAll("#log [data-move]")];
  const exact = lines.filter((line) => Number(line.dataset.move) === moment);
  const headlines = lines.filter((line) => line.matches(".log-line"));
  const around = headlines.filter((line) => Number(line.dataset.move) >= moment).slice(-1);
  return new Set([...exact, ...around]);
}
document.addEventListener("htmx:after:swap", mark);
ready("past");

// A report of a problem is about the position that is shown.
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement} */ (event.target.closest("a[data-report]"));
  if (!link) return;
  const { past, number } = document.getElementById("table").dataset;
  const address = new URL(link.href);
  address.searchParams.set("at", past ?? number ?? "0");
  address.searchParams.set("page", location.pathname);
  link.href = address.href;
});
