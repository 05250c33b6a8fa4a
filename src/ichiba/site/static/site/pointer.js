// Draws rings with arrows around elements of the page. The rings are overlays that follow their elements,
// so any element can have one: a part of an SVG, something in the tray, or something that an update
// replaces.
import { isShown } from "./tray.js";

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
export function pointAt(elements) {
  for (const [element, ring] of rings) {
    if (elements.includes(element)) continue;
    element.classList.remove("guide-pointed");
    ring.remove();
    rings.delete(element);
  }
  for (const element of elements) {
    element.classList.add("guide-pointed");
    if (!rings.has(element)) rings.set(element, drawn());
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
    ring.classList.toggle("without-arrow", box.width * box.height > LARGE);
    ring.classList.toggle("from-below", box.top < topOfBoard(isInTray, tray) + ARROW);
    ring.style.left = `${box.left - AROUND}px`;
    ring.style.top = `${box.top - AROUND}px`;
    ring.style.width = `${box.width + 2 * AROUND}px`;
    ring.style.height = `${box.height + 2 * AROUND}px`;
  }
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
