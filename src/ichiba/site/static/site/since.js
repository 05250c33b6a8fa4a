// "Since your last turn": a line highlights its elements on the board while it is hovered, focused or
// tapped, and changes on the board are highlighted until the player acts. So do the rows of a hint with
// their moves.
import { ready } from "./ready.js";
import { isFramed, isShown, roomForBoard } from "./tray.js";

const LIT = "since-lit";
const NEW = "since-new";

/** @type {(ids: string) => HTMLElement[]} */
const elements = (ids) =>
  (ids ?? "")
    .split(" ")
    .filter(Boolean)
    .map((id) => document.getElementById(id))
    .filter(Boolean);

// What a line is about: elements with the ids in `data-points`, or all that make the move in `data-move`.
/** @type {(line: HTMLElement) => HTMLElement[]} */
const placesOf = (line) =>
  line?.dataset.move ? makers(line.dataset.move) : elements(line?.dataset.points);

/** @type {(move: string) => HTMLElement[]} */
function makers(move) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#board button.can[name=move]");
  const found = [...buttons].filter((one) => one.value === move && isShown(one));
  const amount = document.querySelector("#board input[name=amount]");
  return found.length || !amount ? found : [amount];
}

/** @type {HTMLElement} */
let lit = null; // the line whose elements are highlighted now

/** @param {HTMLElement} line */
function light(line) {
  if (line === lit) return;
  for (const one of document.querySelectorAll(`.${LIT}`)) one.classList.remove(LIT);
  lit = line;
  for (const one of placesOf(line)) one.classList.add(LIT);
}

/** @param {EventTarget} target */
const lineOf = (target) =>
  target.closest?.(".since [data-points], #hint-panel [data-move]") ?? null;

// Leaving a line with the mouse ends a highlight from hovering, but not one from a tap or focus: the
// pointer may be resting there while the page scrolls.
let isHovered = false;
document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const line = lineOf(event.target);
  if (line || isHovered) light(line);
  isHovered = Boolean(line);
});
document.addEventListener("focusin", (event) => light(lineOf(event.target)));
document.addEventListener("click", (event) => {
  const line = lineOf(event.target);
  light(line);
  if (line) bringIntoView(placesOf(line));
});

// After a tap, scroll to the first element if none of them is visible.
/** @param {HTMLElement[]} places */
function bringIntoView(places) {
  /** @param {HTMLElement} place */
  const isSeen = (place) => {
    const { top, bottom } = place.getBoundingClientRect();
    const room = place.closest("#tray") ? { top: 0, bottom: innerHeight } : roomForBoard();
    return bottom > room.top && top < room.bottom;
  };
  if (isFramed() || !places.length || places.some(isSeen)) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  places[0].scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
}

function ring() {
  for (const one of document.querySelectorAll(`.${NEW}`)) one.classList.remove(NEW);
  for (const one of elements(document.querySelector(".since[data-new]")?.dataset.new))
    one.classList.add(NEW);
}

document.addEventListener("htmx:after:swap", () => {
  ring();
  const line = lit?.isConnected ? lit : null;
  lit = null;
  light(line);
});
ring();
ready("since");
