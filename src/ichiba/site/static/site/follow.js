// While other players act, scrolls to the place where they act, which the board marks with
// `data-acting` (or `data-acting="soon"` while they choose what to do). When it is the user's turn,
// scrolls back; at the end of the game, end.js scrolls to the result. Stops if the user scrolls in the
// meantime.
import { isFramed, isShown, lastScrolled, roomForBoard } from "./tray.js";

const NEAR = 2; // pixels that nobody sees
const small = matchMedia("(max-width: 900px)"); // hardly more than one place is in sight
const still = matchMedia("(prefers-reduced-motion: reduce)");
const live = document.getElementById("live");
const table = () => document.getElementById("table");
const isRunning = () => table().dataset.status === "running";
const isWaiting = () => table().dataset.turn !== "yes" && isRunning();

let began = performance.now(); // when the user began to wait
/** @type {number} */
let from = null; // the scroll position before the page followed anybody
let wasWaiting = isWaiting();

const isLeftAlone = () => lastScrolled() > began;
const behavior = () => (still.matches ? "instant" : "smooth");

// Scrolls no further than necessary.
/** @param {HTMLElement} place */
function follow(place) {
  const { top, bottom } = roomForBoard();
  const box = place.getBoundingClientRect();
  const below = Math.min(box.bottom - bottom + 8, box.top - top - 8);
  const by = box.top < top ? box.top - top - 8 : Math.max(below, 0);
  if (Math.abs(by) <= NEAR) return;
  from ??= scrollY;
  scrollBy({ top: by, behavior: behavior() });
}

function goBack() {
  const isSpokenOf = document.querySelector("#board-area [data-focus]"); // tray.js scrolls to it
  const mayGo = isRunning() && !isLeftAlone() && !isSpokenOf;
  if (from !== null && mayGo) scrollTo({ top: from, behavior: behavior() });
  from = null;
}

document.addEventListener("htmx:after:swap", () => {
  const now = isWaiting();
  if (now && !wasWaiting) began = performance.now();
  if (!now && wasWaiting) goBack();
  wasWaiting = now;
  const place = document.querySelector(
    `#board-area ${small.matches ? "[data-acting]" : "[data-acting='']"}`,
  );
  const isWatched = live.dataset.speed !== "instant" && !document.hidden;
  if (now && isWatched && !isLeftAlone() && !isFramed() && isShown(place)) follow(place);
});
