// Animates pieces from their old position to the new one. A piece is identified by `data-piece`, so it
// may be a different element after a swap.
//
// Animations never block anything. Clicks pass through a moving piece to whatever is below, so nobody
// hits a button that happens to move past. The next swap restarts a piece from wherever it is.
import { withNumber } from "./numbers.js";

/** @type {KeyframeAnimationOptions} */
const HOW = { duration: 260, easing: "ease-out", fill: "backwards" };
const NEAR = 1; // pixels; smaller movements aren't animated
const COUNT = 1200; // duration of the score animation in milliseconds

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @typedef {{ id?: string, x: number, y: number, width: number, height: number }} Box */
/** @typedef {Box & { element: HTMLElement, ground: Box }} Place */
/** @typedef {{ journey: Animation, time: CSSNumberish }} Halted */

/** @type {Map<HTMLElement, Animation>} */
const journeys = new Map(); // the running animations, by element
/** @type {{ seen: Map<string, Place>, resting: Map<string, Place>, paused: Map<HTMLElement, Halted> }} */
let before = null;

const board = () => document.querySelector(".board");

// Before a swap: record where everything appears, and where it would be without running animations.
export function note() {
  if (before || still.matches || !board()) return;
  const seen = places();
  /** @type {Map<HTMLElement, Halted>} */
  const paused = new Map();
  for (const [piece, journey] of journeys) {
    paused.set(piece, { journey, time: journey.currentTime });
    journey.cancel();
    delete piece.dataset.moving;
  }
  journeys.clear();
  before = { seen, resting: paused.size ? places() : seen, paused };
}

// After the swap: animate whatever has moved, starting from where it appeared before.
export function play() {
  if (!before) return;
  const { seen, resting, paused } = before;
  before = null;
  if (!board()) return;
  for (const [key, place] of places()) {
    if (!resting.has(key)) continue;
    const rested = onSameGround(resting.get(key), place);
    const from = onSameGround(seen.get(key), place);
    const halted = paused.get(place.element);
    if (halted && near(rested, place)) goOn(place.element, halted);
    else if (!near(from, place)) travel(from, place);
  }
}

// The centre and size of every visible piece on the board or in the tray, by key. Positions are relative
// to the board, so nothing counts as moved when the whole board shifts.
function places() {
  const corner = board().getBoundingClientRect();
  /** @type {Map<HTMLElement, Box>} */
  const grounds = new Map();
  for (const element of document.querySelectorAll(".board [data-ground]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    grounds.set(element, { id: element.id, x: x - corner.x, y: y - corner.y, width, height });
  }
  /** @type {Map<string, Place>} */
  const found = new Map();
  for (const element of document.querySelectorAll(":is(#tray, .board) [data-piece]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width && !height) continue;
    found.set(element.dataset.piece, {
      element,
      width,
      height,
      x: x + width / 2 - corner.x,
      y: y + height / 2 - corner.y,
      ground: grounds.get(element.closest("[data-ground]")),
    });
  }
  return found;
}

// A part of the board that carries pieces (`data-ground`) may change its size or its place, such as a
// map that is zoomed: where the piece would be now if only that had happened.
/** @type {(was: Place, is: Place) => Place} */
function onSameGround(was, is) {
  const [old, now] = [was.ground, is.ground];
  if (!old?.width || !old.height || old.id !== now?.id) return was;
  const [across, down] = [now.width / old.width, now.height / old.height];
  return {
    ...was,
    width: was.width * across,
    height: was.height * down,
    x: now.x + (was.x - old.x) * across,
    y: now.y + (was.y - old.y) * down,
  };
}

/** @type {(one: Box, other: Box) => boolean} */
function near(one, other) {
  const gaps = [
    one.x - other.x,
    one.y - other.y,
    one.width - other.width,
    one.height - other.height,
  ];
  return gaps.every((gap) => Math.abs(gap) <= NEAR);
}

/** @type {(from: Place, to: Place) => void} */
function travel(from, to) {
  const step = inOwnUnits(to, from.x - to.x, from.y - to.y);
  if (!step) return;
  // `translate` and `scale` don't override an element's own `transform`.
  /** @type {Keyframe} */
  const start = { offset: 0, translate: `${step.x}px ${step.y}px` };
  // A board's style sheet can delay the animation of a piece, or keep its size, which leaves text legible.
  const style = getComputedStyle(to.element);
  const wait = parseFloat(style.getPropertyValue("--piece-delay")) * 1000;
  const keepsSize =
    isDrawing(to.element) || style.getPropertyValue("--piece-scale").trim() === "none";
  if (keepsSize) start.scale = "1";
  else if (to.width && to.height)
    start.scale = `${from.width / to.width} ${from.height / to.height}`;
  setOut(to.element, to.element.animate([start], { ...HOW, delay: wait || 0 }));
}

/** @type {(element: HTMLElement, halted: Halted) => void} */
function goOn(element, { journey, time }) {
  journey.currentTime = time;
  journey.play();
  setOut(element, journey);
}

/** @type {(element: HTMLElement, journey: Animation) => void} */
function setOut(element, journey) {
  journeys.set(element, journey);
  element.dataset.moving = "";
  journey.onfinish = () => {
    if (journeys.get(element) !== journey) return;
    journeys.delete(element);
    delete element.dataset.moving;
  };
}

/** @param {Element} element */
const isDrawing = (element) => element instanceof SVGElement && Boolean(element.ownerSVGElement);

// Converts a distance on the screen to the units of the element's parent, which may be zoomed or scaled.
// Returns null if it can't be measured.
/** @type {(place: Place, x: number, y: number) => { x: number, y: number }} */
function inOwnUnits({ element, width }, x, y) {
  if (!isDrawing(element)) {
    const zoom = width / element.offsetWidth || 1;
    return { x: x / zoom, y: y / zoom };
  }
  const around = /** @type {Element} */ (element.parentNode);
  const matrix = around instanceof SVGGraphicsElement ? around.getScreenCTM() : null;
  if (!matrix || !(matrix.a * matrix.d - matrix.b * matrix.c)) return null;
  const back = matrix.inverse();
  return { x: back.a * x + back.c * y, y: back.b * x + back.d * y };
}

// Counts up the scores. Screen readers get the final score from the start; the running numbers are a
// decorative overlay.
export function countUp() {
  if (still.matches) return;
  const figures = [...document.querySelectorAll(".total:not(.counting)")].map((score) => {
    const figure = document.createElement("span");
    figure.className = "count";
    figure.ariaHidden = "true";
    score.append(figure);
    score.classList.add("counting");
    return { score, figure, text: score.firstChild.textContent };
  });
  const start = performance.now();
  /** @param {number} now */
  const step = (now) => {
    const part = 1 - (1 - Math.min((now - start) / COUNT, 1)) ** 3;
    for (const { score, figure, text } of figures) {
      figure.textContent = withNumber(text, (points) => Math.round(points * part));
      if (part === 1) {
        figure.remove();
        score.classList.remove("counting");
      }
    }
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}
