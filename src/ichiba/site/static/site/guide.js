// The guided first game: shows each explanation when it first applies, until the player dismisses it,
// and highlights what it is about and the suggested move. The browser remembers whether a game is guided
// and which explanations have been dismissed.
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
  // Without a card, scroll back to the decision. What is suggested may be a small part of what is explained.
  const inside = targets.findLast((one) => targets[0].contains(one));
  lookAt(inside ?? document.querySelector("#board-area [data-focus]"));
}

// The element that a card is about, if it is visible and not disabled, and the button of the suggested
// move.
/** @param {HTMLElement} card */
function targetsOf(card) {
  const { point: id, suggest } = card.dataset;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const all = document.querySelectorAll("#board button.can[name=move]");
  const ways = suggest ? [...all] : [];
  const way = ways.find((one) => one.value === suggest && isShown(one));
  return [...new Set([id && find(id), way])].filter(
    (one) => one && isShown(one) && !one.matches(":disabled"),
  );
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
    (document.querySelector("#guide [data-guide]:not([hidden]) button") ?? find("table")).focus({
      preventScroll: true,
    });
  }
  if (event.target.closest("#guide-switch")) {
    // When the guide is switched on again, it starts over.
    const on = !read()?.on;
    write({ on, seen: on ? [] : (read()?.seen ?? []) });
    show();
  }
});
// A card is about one decision. Once that has been made, the card is done with, read or not.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== find("board") || event.submitter?.getAttribute("name") !== "move") return;
    const card = document.querySelector("[data-guide]:not([hidden])");
    if (card) understand(card.dataset.guide);
  },
  { capture: true },
);

// Draws rings with arrows around elements of the page. The rings are overlays that follow their elements,
// so any element can have one: a part of an SVG, something in the tray, or something that an update
// replaces.
const AROUND = 6; // pixels between an element and its ring
const ARROW = 34; // height of the arrow above a ring in pixels
const LARGE = 160 ** 2; // square pixels above which a ring has no arrow, because it would cover text
const EVERY = 250; // milliseconds between position updates

/** @type {Map<HTMLElement, HTMLElement>} */
const rings = new Map(); // by element
/** @type {number} */
let timer = null;

// Highlights these elements and no others.
/** @param {HTMLElement[]} elements */
function pointAt(elements) {
  for (const [element, ring] of rings) {
    if (elements.includes(element)) continue;
    element.classList.remove("guide-pointed");
    ring.remove();
    rings.delete(element);
  }
  for (const element of elements) {
    element.classList.add("guide-pointed");
    const ring = rings.get(element) ?? drawn();
    rings.delete(element); // so that the order is that of the elements
    rings.set(element, ring);
  }
  clearInterval(timer);
  timer = rings.size ? setInterval(follow, EVERY) : null;
  follow();
}

function drawn() {
  const ring = document.createElement("div");
  ring.className = "guide-ring";
  ring.ariaHidden = "true";
  document.body.append(ring);
  return ring;
}

function follow() {
  const tray = document.getElementById("tray");
  for (const [element, ring] of rings) {
    const isInTray = Boolean(tray?.contains(element));
    const box = element.getBoundingClientRect();
    ring.hidden = !isShown(element) || (isInTray && !overlaps(box, tray.getBoundingClientRect()));
    if (ring.hidden) continue;
    ring.classList.toggle("in-tray", isInTray);
    // One arrow is enough: at what is suggested, which comes last.
    const fromBelow =
      box.top < topOfBoard(isInTray, tray) + ARROW ||
      (isTaken(element, box.top - ARROW) && !isTaken(element, box.bottom + ARROW));
    ring.classList.toggle("from-below", fromBelow);
    ring.classList.toggle(
      "without-arrow",
      box.width * box.height > LARGE ||
        element !== [...rings.keys()].at(-1) ||
        isTaken(element, fromBelow ? box.bottom + ARROW : box.top - ARROW),
    );
    ring.style.left = `${box.left - AROUND}px`;
    ring.style.top = `${box.top - AROUND}px`;
    ring.style.width = `${box.width + 2 * AROUND}px`;
    ring.style.height = `${box.height + 2 * AROUND}px`;
  }
}

// Whether an arrow between an element and this height would cover a choice, a sign of the market hall or
// what the tray says.
const TAKEN = "#board :is(button, .sign), #prompt, #last, #purse, #tray-note:not(:empty)";
/** @type {(element: HTMLElement, y: number) => boolean} */
function isTaken(element, y) {
  const box = element.getBoundingClientRect();
  const [top, bottom] = [Math.min(y, box.bottom), Math.max(y, box.top)];
  const [left, right] = [
    box.left + box.width / 2 - ARROW / 3,
    box.left + box.width / 2 + ARROW / 3,
  ];
  return [...document.querySelectorAll(TAKEN)].some((one) => {
    if (one === element || one.contains(element) || element.contains(one) || !isShown(one))
      return false;
    const other = one.getBoundingClientRect();
    return other.left < right && other.right > left && other.top < bottom && other.bottom > top;
  });
}

// The arrow must not be hidden below a tray at the top of the board.
/**
 * @param {boolean} isInTray
 * @param {HTMLElement} tray
 */
function topOfBoard(isInTray, tray) {
  const box = tray?.getBoundingClientRect();
  return !isInTray && box && box.top < innerHeight / 3 ? box.bottom : 0;
}

/** @type {(one: DOMRect, other: DOMRect) => boolean} */
const overlaps = (one, other) => one.bottom > other.top + 8 && one.top < other.bottom - 8;

for (const kind of ["scroll", "resize"]) {
  addEventListener(kind, follow, { capture: true, passive: true });
}

document.addEventListener("htmx:after:swap", show);
show(); // last, because it needs everything above
