// Keeps the current decision visible in narrow windows: publishes the tray's height, and scrolls to what the
// prompt is about when the decision changes. In the frame (frame.css) everything has its place, and nothing
// scrolls by itself.
const NEAR = 2; // pixels that nobody sees
const QUIET = 700; // milliseconds after the user's own scrolling without automatic scrolling
const LOOK = 400; // milliseconds between two looks at whether a new decision is visible
const LOOKS = 10; // the most looks for one decision
const PHONE = matchMedia("(max-width: 900px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.documentElement;
// Whether the table is one screen: see frame.css.
export const isFramed = () => getComputedStyle(root).getPropertyValue("--framed").trim() === "1";

// Elements in a closed <details> have a size, but aren't visible.
/** @param {Element} element */
export const isShown = (element) => Boolean(element?.checkVisibility());
const tray = () => document.getElementById("tray");
const area = () => document.getElementById("board-area");
// The element on the board that the guide or the prompt is about. What is suggested may be a small part of what
// is explained.
const spokenOf = () => {
  /** @type {HTMLElement[]} */
  const pointed = [...(area()?.querySelectorAll(".guide-pointed") ?? [])];
  return (
    pointed.findLast((one) => pointed[0].contains(one)) ?? area()?.querySelector("[data-focus]")
  );
};

// --- The height of the tray, for style sheets and scrolling.
const observer = new ResizeObserver(() => {
  const before = parseFloat(root.style.getPropertyValue("--tray-height")) || 0;
  measure();
  const grown = parseFloat(root.style.getPropertyValue("--tray-height")) > before;
  // When the tray grows, it must not cover what the decision is about.
  if (grown && before) bringIntoView(spokenOf());
});
/** @type {HTMLElement} */
let observed = null;
function measure() {
  const height = isShown(tray()) ? tray().getBoundingClientRect().height : 0;
  root.style.setProperty("--tray-height", `${Math.ceil(height)}px`);
  root.style.scrollPaddingTop = PHONE.matches ? "8px" : `${Math.ceil(height) + 12}px`;
  root.style.scrollPaddingBottom = PHONE.matches ? `${Math.ceil(height) + 8}px` : "8px";
}
function observe() {
  if (observed !== tray()) {
    observer.disconnect();
    observed = tray();
    if (observed) observer.observe(observed);
  }
  fitPrompt();
  measure();
}
// A prompt that is too long for a line of the frame takes the line of the headline, too.
function fitPrompt() {
  const prompt = document.getElementById("prompt");
  if (!tray() || !prompt) return;
  tray().classList.remove("long-prompt");
  tray().classList.toggle("long-prompt", isFramed() && prompt.scrollWidth > prompt.clientWidth);
}

// --- The part of the window that the tray doesn't cover, nor a bar of the board that sticks to the top.
export function roomForBoard() {
  const bars = [...document.querySelectorAll("#table [data-sticky]")].filter(isShown);
  const above = bars.reduce((sum, bar) => sum + bar.offsetHeight, 0);
  const box = isShown(tray()) ? tray().getBoundingClientRect() : null;
  if (!box) return { top: above, bottom: innerHeight };
  return PHONE.matches
    ? { top: above, bottom: Math.min(box.top, innerHeight) }
    : { top: Math.max(box.bottom, above), bottom: innerHeight };
}
/** @param {HTMLElement} element */
function visiblePart(element) {
  const { top, bottom } = roomForBoard();
  const box = element.getBoundingClientRect();
  const seen = Math.min(box.bottom, bottom) - Math.max(box.top, top);
  return Math.max(seen, 0) / Math.min(box.height || 1, bottom - top);
}
// Whether an element is fully visible or, if it is larger than the window, fills most of it.
/** @param {HTMLElement} element */
function isWhole(element) {
  if (!isShown(element)) return false;
  const { top, bottom } = roomForBoard();
  const box = element.getBoundingClientRect();
  if (box.height > bottom - top) return visiblePart(element) > 0.85;
  return box.top >= top - NEAR && box.bottom <= bottom + NEAR;
}
/** @param {HTMLElement} element */
const isInSight = (element) => isShown(element) && visiblePart(element) > 0.6;

// --- No automatic scrolling while the user scrolls.
let scrolledAt = -Infinity; // never so far
for (const kind of ["wheel", "touchmove"]) {
  addEventListener(kind, () => (scrolledAt = performance.now()), { passive: true });
}
addEventListener("keydown", (event) => {
  if (["PageUp", "PageDown", "Home", "End"].includes(event.key)) scrolledAt = performance.now();
});
let actedAt = -Infinity; // when the user last did anything
for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  addEventListener(kind, () => (actedAt = performance.now()), { passive: true, capture: true });
}
export const lastScrolled = () => scrolledAt;
const isScrolling = () => performance.now() - scrolledAt < QUIET;

/** @param {HTMLElement} element */
export function bringIntoView(element) {
  if (!isShown(element) || isScrolling() || isFramed() || isWhole(element)) return;
  const { top, bottom } = roomForBoard();
  const box = element.getBoundingClientRect();
  const room = bottom - top;
  const wanted =
    box.height > room ? box.top - top - 8 : box.top + box.height / 2 - (top + room / 2);
  scrollBy({ top: wanted, behavior: still.matches ? "instant" : "smooth" });
}
// When the decision changes, `data-focus="low"` puts an element that is not in sight at the bottom, to show
// what is above it.
/** @param {HTMLElement} element */
function bringFocus(element) {
  if (isFramed() || !isShown(element) || isScrolling() || isWhole(element)) return;
  const { top, bottom } = roomForBoard();
  const box = element.getBoundingClientRect();
  if (element.dataset.focus !== "low" || box.height > bottom - top) {
    bringIntoView(element);
    return;
  }
  const edge = Math.min(16, (bottom - top - box.height) / 2);
  scrollBy({ top: box.bottom - bottom + edge, behavior: still.matches ? "instant" : "smooth" });
}

// --- When the decision changes.
// Identifies the decision of this page, or of the part of a page that will replace it.
/** @type {(root?: ParentNode) => string} */
export const decision = (root = document) => {
  /** @type {HTMLInputElement} */
  const page = root.querySelector("#board input[name=page]");
  return `${page?.value ?? ""} ${root.querySelector("#prompt")?.textContent ?? ""}`;
};
/** @type {string} */
let shown = null;
export function lookAtDecision() {
  observe();
  const now = decision();
  const turn = document.getElementById("table")?.dataset.turn === "yes";
  if (now === shown || !turn || !area()) {
    shown = now;
    return;
  }
  shown = now;
  tray().scrollTop = 0; // show the prompt of the new decision
  if (isFramed()) return;
  // When everything about it is there, such as a guide card: the page scrolls at most once.
  requestAnimationFrame(() => {
    if (shown !== now || !area()) return;
    goToDecision();
    const look = { about: now, since: performance.now(), left: LOOKS };
    setTimeout(lookAgain, still.matches ? 0 : LOOK, look);
  });
}

export function goToDecision() {
  if (!area()) return;
  const focus = area().querySelector("[data-focus]");
  const ways = [...area().querySelectorAll("button.can")].filter(isShown);
  if (focus) bringFocus(focus);
  else if (ways.length && !ways.some(isInSight) && !tray().querySelector(".tray-ways .can")) {
    bringIntoView(nearest(ways));
  }
}

// Called when scrolling should have finished. An update can interrupt it, and what is above the board
// can still grow, so this looks again for a few seconds, or until the user does something.
/** @param {{ about: string, since: number, left: number }} look */
function lookAgain({ about, since, left }) {
  const isOver = about !== decision() || actedAt > since;
  const element = spokenOf();
  if (!isOver && (left === LOOKS || !isWhole(element))) bringFocus(element);
  if (!isOver && left > 1) setTimeout(lookAgain, LOOK, { about, since, left: left - 1 });
}

/** @param {HTMLElement[]} elements */
function nearest(elements) {
  const { top, bottom } = roomForBoard();
  const middle = (top + bottom) / 2;
  /** @param {HTMLElement} one */
  const away = (one) => {
    const box = one.getBoundingClientRect();
    return Math.abs(box.top + box.height / 2 - middle);
  };
  return elements.reduce((best, one) => (away(one) < away(best) ? one : best));
}

// The list of all choices stays as the user left it; a swap closes it, so its state is restored.
let isOpen = false;
/** @type {() => HTMLDetailsElement} */
const list = () => document.querySelector("#tray-rest");
document.addEventListener("click", (event) => {
  if (event.target.closest("#tray-rest > summary")) isOpen = !list().open;
});

// Other players' moves may shift the board. Keep visible what was visible before.
let wasInSight = false;
document.addEventListener("htmx:before:swap", () => {
  wasInSight = shown === decision() && isWhole(spokenOf());
});
document.addEventListener("htmx:after:swap", () => {
  if (list()) list().open = isOpen;
  const isSame = shown === decision();
  lookAtDecision();
  if (isSame && wasInSight) requestAnimationFrame(() => bringIntoView(spokenOf()));
});
addEventListener("resize", observe);
lookAtDecision();
