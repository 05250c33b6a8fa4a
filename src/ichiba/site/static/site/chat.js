// Chat: the number of unread messages, a toast for new ones, and a sheet on small screens.
import { ready } from "./ready.js";
import { choose } from "./tabs.js";
import { goToDecision } from "./tray.js";

const SHOWN = 5000; // milliseconds until a toast disappears
const LONGEST = 120; // the most characters that a toast shows

const tab = document.getElementById("tab-chat");
const panel = document.getElementById("panel-chat");
const toasts = document.getElementById("chat-toasts");
const opener = document.getElementById("chat-open");
const counts = document.querySelectorAll(".chat-count");
const small = matchMedia("(max-width: 900px)");
const key = `chat ${location.pathname}`;

/** @param {HTMLElement} line */
const numberOf = (line) => Number(line.dataset.line);
const lines = () => [...panel.querySelectorAll("[data-line]")];
const newest = () => Math.max(0, ...lines().map(numberOf));
const isOpen = () => !panel.hidden;

// Remember the last message that was read, so that unread counts survive a reload.
let read = Number(localStorage.getItem(key) ?? 0);
let heard = newest();
/** @type {HTMLElement} */
let cameFrom = null;

/** @param {number} after */
function others(after) {
  return lines().filter((line) => numberOf(line) > after && !isOwn(line));
}
/** @param {HTMLElement} line */
const isOwn = (line) => line.dataset.by !== "" && line.dataset.by === panel.dataset.me;

function count() {
  if (isOpen() && !document.hidden) {
    read = Math.max(read, newest());
    localStorage.setItem(key, String(read));
  }
  const unread = others(read).length;
  for (const one of counts) {
    one.hidden = unread === 0;
    one.querySelector("b").textContent = String(unread);
  }
}

function listen() {
  const fresh = others(heard);
  heard = Math.max(heard, newest());
  count();
  if (fresh.length && !isOpen()) toast(fresh.at(-1));
}

/** @param {HTMLElement} line */
function toast(line) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chat-toast";
  const name = document.createElement("strong");
  name.textContent = line.querySelector("strong").textContent;
  const text = line.querySelector(".chat-text").textContent;
  button.append(name, ` ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`);
  button.addEventListener("click", open);
  toasts.replaceChildren(button);
  setTimeout(() => button.remove(), SHOWN);
}

// --- Opening and closing. The tabs show and hide the panel, and this code turns it into a sheet.
function open() {
  cameFrom = /** @type {HTMLElement} */ (document.activeElement);
  choose(tab);
}

function close() {
  choose(document.getElementById("tab-log"));
  const back = cameFrom?.isConnected && cameFrom !== document.body ? cameFrom : tab;
  cameFrom = null;
  back.focus({ preventScroll: true });
}

function shown() {
  panel.classList.toggle("chat-sheet", isOpen());
  opener.ariaExpanded = String(isOpen());
  if (isOpen()) {
    toasts.replaceChildren();
    const scroller = small.matches ? document.getElementById("chat") : panel;
    scroller.scrollTop = scroller.scrollHeight;
    if (small.matches) {
      panel.focus({ preventScroll: true });
      goToDecision(); // the button that opens the chat is at the top of the page
    }
  }
  count();
}

opener.addEventListener("click", () => (isOpen() ? close() : open()));
document.getElementById("chat-close").addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !isOpen() || !small.matches) return;
  event.preventDefault();
  close();
});
// Whoever makes a move looks at the board again.
document.addEventListener("htmx:before:request", (event) => {
  if (small.matches && isOpen() && event.detail.ctx.sourceElement?.id === "board") close();
});
document.addEventListener("visibilitychange", count);

// --- Sending. The input is empty at once, for the next message. If sending fails, the text comes back.
const form = document.getElementById("chat-form");
const input = /** @type {HTMLInputElement} */ (document.getElementById("chat-text"));
/** @type {WeakMap<object, string>} */
const sent = new WeakMap(); // texts by request

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== form) return;
  sent.set(ctx, String(ctx.request.body.get("text")));
  input.value = "";
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== form) return;
  if (!ctx.response || ctx.response.status >= 400) input.value ||= sent.get(ctx);
});

new MutationObserver(listen).observe(panel, { childList: true, subtree: true });
new MutationObserver(shown).observe(panel, { attributes: true, attributeFilter: ["hidden"] });
count();
ready("chat");
