// The guided first game: shows each explanation when it first applies, until the player dismisses it,
// and highlights what it is about and the suggested move. The browser remembers whether a game is guided
// and which explanations have been dismissed.
import { pointAt } from "./pointer.js";
import { bringIntoView, isShown } from "./tray.js";

const place = `ichiba-guide-${location.pathname}`;
/** @type {() => { on: boolean, seen: string[] }} */
const read = () => JSON.parse(localStorage.getItem(place) ?? "null");
/** @param {{ on: boolean, seen: string[] }} state */
const write = (state) => localStorage.setItem(place, JSON.stringify(state));
const button = document.getElementById("guide-switch");
/** @param {string} id */
const find = (id) => document.getElementById(id);

if (new URLSearchParams(location.search).has("guide")) {
  if (!read()) write({ on: true, seen: [] });
  history.replaceState(null, "", location.pathname);
}

/** @type {string} */
let shown = null; // the name of the card that is shown

function show() {
  const state = read() ?? { on: false, seen: [] };
  const cards = [...document.querySelectorAll("[data-guide]")];
  const next = state.on && cards.find((card) => !state.seen.includes(card.dataset.guide));
  for (const card of cards) card.hidden = card !== next;
  button.hidden = !find("guide");
  button.ariaPressed = String(state.on);
  if (find("after-guide")) find("after-guide").hidden = !read();
  point(next || null);
}

/** @param {HTMLElement} card */
function point(card) {
  const targets = card ? targetsOf(card) : [];
  pointAt(targets);
  const name = card?.dataset.guide ?? null;
  if (name === shown) return;
  shown = name;
  // Without a card, scroll back to the decision.
  lookAt(targets[0] ?? document.querySelector("#board-area [data-focus]"));
}

// The element that a card is about, if it is visible, and the button of the suggested move.
/** @param {HTMLElement} card */
function targetsOf(card) {
  const { point: id, suggest } = card.dataset;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const all = document.querySelectorAll("#board button.can[name=move]");
  const ways = suggest ? [...all] : [];
  const way = ways.find((one) => one.value === suggest && isShown(one));
  return [...new Set([id && find(id), way])].filter((one) => one && isShown(one));
}

/** @param {HTMLElement} element */
function lookAt(element) {
  if (!element) return;
  if (find("tray")?.contains(element)) element.scrollIntoView({ block: "nearest" });
  else bringIntoView(element);
}

/** @param {string} name */
function understand(name) {
  const state = read();
  if (state && !state.seen.includes(name)) write({ ...state, seen: [...state.seen, name] });
}

document.addEventListener("click", (event) => {
  const understood = event.target.closest("[data-understood]");
  if (understood) {
    understand(understood.dataset.understood);
    show();
    (document.querySelector("#guide [data-guide]:not([hidden]) button") ?? find("table")).focus({ preventScroll: true });
  }
  if (event.target.closest("#guide-switch")) {
    // When the guide is switched on again, it starts over.
    const on = !read()?.on;
    write({ on, seen: on ? [] : (read()?.seen ?? []) });
    show();
  }
});
// Any move dismisses a suggestion, whether it was the suggested one or not.
document.addEventListener("submit", (event) => {
  if (event.target !== find("board") || event.submitter?.getAttribute("name") !== "move") return;
  const card = document.querySelector("[data-guide]:not([hidden])");
  if (card?.dataset.suggest) understand(card.dataset.guide);
}, { capture: true });
document.addEventListener("htmx:after:swap", show);
show();
