// The map: zoom and pan, taps on the nearest target, tooltips, Japanese names.
//
// It zooms by size and pans by scrolling, so that the browser's own scrolling, keys and focus work on
// it. The wheel scrolls, as everywhere on a page; with Ctrl (or a pinch) it zooms, as on embedded
// maps. State is kept on the root element, which updates of the page do not touch.
import { ready } from "../site/ready.js";
import { isAtRest } from "../site/tips.js";
import { isFramed } from "../site/tray.js";

const LARGEST = 5;
const STEP = 1.4;
const REACH = 34; // maximum distance of a tap from its target, in pixels
const TOUCH = 24; // maximum distance of a tap from a piece whose tip it shows
const WIDE = 1000; // width of the sheet, in its own units
// The names of the drawing: from which width of the sheet a set is shown, and its largest font size in the
// sheet's own units. board.css shows the same set; scripts/draw_city places the names.
const LETTERING = [
  [848, 16.5],
  [757, 18.5],
  [636, 22],
  [0, 23.5],
];
const NAME = 14; // font size of a name in pixels, on a map that is not wide
const MARGIN = 56; // margin around the area that the map moves to, in pixels
const CHIPS = 132; // the same if who would take a customer stands above the stations, as wide as that
const CLOSE = 2.6; // maximum zoom on things that can be chosen on the map
const NEAR = 1.7; // maximum zoom on the subject of a decision that is made elsewhere
const QUIET = 700; // milliseconds without automatic scrolling after the viewer scrolls
const phone = matchMedia("(max-width: 560px)"); // on which the map goes to what can be chosen
const root = document.documentElement;
/** @param {string} id */
const find = (id) => document.getElementById(id);
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */
const frame = () => find("map-window");
const sheet = () => find("map-sheet");

let zoom = 1;
let chosenByHand = false; // whether the viewer has zoomed; if so, the zoom is left alone

// --- Zoom

/** @type {(wanted: number, x?: number, y?: number) => void} */
function set(wanted, x, y) {
  const pane = frame();
  if (!pane) return;
  const box = pane.getBoundingClientRect();
  x ??= box.left + box.width / 2;
  y ??= box.top + box.height / 2;
  const before = sheet().getBoundingClientRect();
  const across = (x - before.left) / before.width;
  const down = (y - before.top) / before.height;
  zoom = Math.min(Math.max(wanted, 1), LARGEST);
  root.style.setProperty("--map-zoom", String(zoom));
  root.classList.toggle("map-zoomed", zoom > 1);
  const after = sheet().getBoundingClientRect();
  pane.scrollLeft += after.left + across * after.width - x;
  pane.scrollTop += after.top + down * after.height - y;
  showTools();
}

/** @type {(wanted: number, x?: number, y?: number) => void} */
function byHand(wanted, x, y) {
  chosenByHand = wanted > 1;
  set(wanted, x, y);
}

function showTools() {
  if (!frame()) return;
  // Text grows more slowly than the map.
  const scale = sheet().clientWidth / WIDE;
  const most = LETTERING.find(([least]) => scale * WIDE >= least)[1];
  const size = NAME * Math.max(1, scale / 0.757) ** 0.4;
  root.style.setProperty("--name-size", `${Math.min(most, size / scale)}px`);
  find("map-in").toggleAttribute("disabled", zoom >= LARGEST);
  find("map-out").toggleAttribute("disabled", zoom <= 1);
  find("map-names").ariaPressed = String(root.classList.contains("japanese"));
}

/** @type {Record<string, () => void>} */
const TOOLS = {
  in: () => byHand(zoom * STEP),
  out: () => byHand(zoom / STEP),
  fit: () => byHand(1),
  names: () => {
    root.classList.toggle("japanese");
    localStorage.setItem("names", root.classList.contains("japanese") ? "ja" : "en");
    showTools();
  },
};
/** @type {Record<string, string>} */
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "fit" };

document.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-map]");
  if (tool) TOOLS[tool.dataset.map]();
});
document.addEventListener("keydown", (event) => {
  const inside = event.target.closest?.("#map-window");
  if (!inside || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  TOOLS[KEYS[event.key]]();
});
document.addEventListener(
  "wheel",
  (event) => {
    if (!(event.ctrlKey || event.metaKey) || !event.target.closest("#map-window")) return;
    event.preventDefault();
    byHand(
      zoom * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)),
      event.clientX,
      event.clientY,
    );
  },
  { passive: false },
);
document.addEventListener("dblclick", (event) => {
  if (!event.target.closest("#map-window") || event.target.closest("button")) return;
  byHand(zoom * STEP, event.clientX, event.clientY);
});

// --- Two fingers zoom; scrolling with one finger is native.

/** @type {{ spread: number, zoom: number }} */
let pinch = null;
/** @param {TouchList} touches */
const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
document.addEventListener(
  "touchstart",
  (event) => {
    const both = event.touches.length === 2 && event.target.closest("#map-window");
    pinch = both ? { spread: spread(event.touches), zoom } : null;
  },
  { passive: true },
);
document.addEventListener(
  "touchmove",
  (event) => {
    if (!pinch || event.touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const [a, b] = event.touches;
    const wanted = (pinch.zoom * spread(event.touches)) / pinch.spread;
    byHand(wanted, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
  },
  { passive: false },
);
document.addEventListener("touchend", () => {
  pinch = null;
});

// --- The mouse drags the map; a drag does not count as a click.

/** @type {{ x: number, y: number, left: number, top: number }} */
let drag = null;
let dragged = false;
document.addEventListener("pointerdown", (event) => {
  dragged = false;
  if (
    zoom === 1 ||
    event.pointerType !== "mouse" ||
    event.button ||
    !event.target.closest("#map-window")
  )
    return;
  drag = { x: event.clientX, y: event.clientY, left: frame().scrollLeft, top: frame().scrollTop };
});
document.addEventListener("pointermove", (event) => {
  if (!drag || !event.buttons) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!dragged && Math.hypot(x, y) < 6) return;
  dragged = true;
  root.classList.add("map-dragging");
  frame().scrollLeft = drag.left - x;
  frame().scrollTop = drag.top - y;
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    drag = null;
    root.classList.remove("map-dragging");
  });
}

// --- A tap selects the nearest target, however small the map is.

/** @type {(box: Box) => Point} */
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
/** @type {(x: number, y: number) => HTMLElement} */
function nearest(x, y) {
  let found = null;
  let least = REACH;
  for (const target of sheet().querySelectorAll("button.can")) {
    const [cx, cy] = middle(target.getBoundingClientRect());
    const distance = Math.hypot(cx - x, cy - y);
    if (distance < least) [found, least] = [target, distance];
  }
  return found;
}
// The area of a ward and the line of a link stand for their buttons.
/** @type {(x: number, y: number) => HTMLElement} */
function named(x, y) {
  for (const one of document.elementsFromPoint(x, y)) {
    const button = find(one.closest("[data-for]")?.getAttribute("data-for"));
    if (button?.matches(".can")) return button;
  }
  return null;
}
/** @type {(button: HTMLElement, x: number, y: number) => HTMLElement} */
function meantBy(button, x, y) {
  if (dragged) return null;
  if (button?.matches(".spot, .lay")) return nearest(x, y) ?? button;
  return named(x, y) ?? button ?? nearest(x, y);
}
// On the window, so that other click listeners only see the click on the selected button.
addEventListener(
  "click",
  (event) => {
    if (!event.target.closest?.("#map-sheet") || !event.detail || !event.isTrusted) return;
    const button = event.target.closest("button.can");
    const meant = meantBy(button, event.clientX, event.clientY);
    if (meant === button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { detail, clientX, clientY } = event;
    meant?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, detail, clientX, clientY }),
    );
  },
  { capture: true },
);

// --- Tooltips: owners, wards, refusals. They are outside the tray, which would clip them.

const tip = document.createElement("div");
tip.className = tip.id = "shinjuku-tip";
tip.setAttribute("role", "tooltip");
tip.hidden = true;
document.body.append(tip);
/** @param {EventTarget} from */
function showTip(from) {
  const place = from?.closest?.(".shinjuku :is([data-tip], [data-why])");
  tip.hidden = !place;
  document.querySelector("[aria-describedby=shinjuku-tip]")?.removeAttribute("aria-describedby");
  from?.closest?.("button")?.setAttribute("aria-describedby", tip.id);
  if (!place) return;
  // First what it is and what it does, then why it can't be chosen.
  const button = place.matches("button") ? place : place.querySelector("button");
  const lines = [
    place.closest("[data-tip]")?.dataset.tip,
    place.dataset.why ?? button?.dataset.why,
  ];
  if (button?.matches(".spot.can, .lay.can")) lines.unshift(button.getAttribute("aria-label"));
  tip.textContent = lines.filter(Boolean).join("\n");
  const [left, top] = placeFor(place.getBoundingClientRect(), tip.getBoundingClientRect());
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
// Beside the piece, where the tip covers the fewest choices and chips, and nothing of what is said.
/** @type {(box: DOMRect, own: DOMRect) => Point} */
function placeFor(box, own) {
  const edge = 8;
  /** @type {(x: number, y: number) => Point} */
  const inside = (x, y) => [
    Math.min(Math.max(x, edge), innerWidth - own.width - edge),
    Math.min(Math.max(y, edge), innerHeight - own.height - edge),
  ];
  const [x, y] = middle(box);
  const places = [
    inside(x - own.width / 2, box.top - own.height - edge),
    inside(x - own.width / 2, box.bottom + edge),
    inside(box.right + edge, y - own.height / 2),
    inside(box.left - own.width - edge, y - own.height / 2),
  ];
  const choices = [...document.querySelectorAll("#board :is(button.can, .takes)")].map((one) =>
    one.getBoundingClientRect(),
  );
  /** @type {(left: number, top: number, other: DOMRect) => boolean} */
  const covers = (left, top, other) =>
    other.width > 0 &&
    left < other.right &&
    left + own.width > other.left &&
    top < other.bottom &&
    top + own.height > other.top;
  const said = [...document.querySelectorAll("#prompt, #last, #purse")].map((one) =>
    one.getBoundingClientRect(),
  );
  /** @param {Point} at */
  const cost = ([left, top]) =>
    choices.filter((one) => covers(left, top, one)).length +
    (said.some((one) => covers(left, top, one)) ? 100 : 0) +
    (covers(left, top, box) ? 1000 : 0);
  return places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}
document.addEventListener("pointerover", (event) => showTip(isAtRest(event) ? null : event.target));
// A click on a piece lets the map around it take the focus; the tip of the piece stays.
document.addEventListener("focusin", (event) => {
  if (!event.target.matches("[data-look]")) showTip(event.target);
});
document.addEventListener("focusout", (event) => {
  if (!event.target.matches("[data-look]")) showTip(null);
});
document.addEventListener(
  "scroll",
  () => {
    if (looked) showTip(looked);
    else tip.hidden = true;
  },
  { capture: true, passive: true },
);
// A tap that chooses nothing tells what stands there, or next to it: pieces are small on a phone.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#map-sheet") || event.target.closest("button.can") || dragged)
    return;
  /** @type {Point} */
  const at = [event.clientX, event.clientY];
  /** @param {HTMLElement} one */
  const gap = (one) => away(at, middle(one.getBoundingClientRect()));
  const close = pieces()
    .filter((one) => gap(one) < TOUCH)
    .sort((a, b) => gap(a) - gap(b));
  showTip(event.target.closest("[data-tip]") ?? close[0]);
});

// --- What the pieces are, by keyboard: on the map, the hand, the queue and the supply, Enter begins, arrows go
// to the next piece, and Escape ends.

const heard = document.createElement("div");
heard.className = "visually-hidden";
heard.setAttribute("role", "status");
document.body.append(heard);
/** @type {HTMLElement} */
let looked = null; // the piece that is looked at

const pieces = (ground = frame()) => [
  ...ground.querySelectorAll(
    ground === frame() ? ".place, .customer, .track-mark, #group" : "[data-tip]",
  ),
];
/** @type {(one: Point, other: Point) => number} */
const away = ([x, y], [otherX, otherY]) => Math.hypot(otherX - x, otherY - y);
/** @type {(all: HTMLElement[], cost: (one: HTMLElement) => number) => HTMLElement} */
const closest = (all, cost) =>
  all.reduce((best, one) => (cost(one) < cost(best) ? one : best), all[0]);

/** @param {HTMLElement} piece */
function lookAt(piece) {
  looked?.classList.remove("looked-at");
  looked = piece ?? null;
  looked?.classList.add("looked-at");
  looked?.scrollIntoView({ block: "nearest", inline: "nearest" });
  showTip(looked);
  heard.textContent = looked?.dataset.tip ?? "";
}
/** @type {(piece: HTMLElement, way: Point) => HTMLElement} */
function nextTo(piece, [right, down]) {
  const from = middle(piece.getBoundingClientRect());
  /** @param {HTMLElement} one */
  const cost = (one) => {
    const [x, y] = middle(one.getBoundingClientRect());
    const ahead = (x - from[0]) * right + (y - from[1]) * down;
    const aside = Math.abs((x - from[0]) * down) + Math.abs((y - from[1]) * right);
    return ahead > 1 ? ahead + 2 * aside : Infinity;
  };
  const best = closest(pieces(piece.closest("[data-look]")), cost);
  return cost(best) < Infinity ? best : piece;
}
/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
document.addEventListener("keydown", (event) => {
  const ground = /** @type {HTMLElement} */ (event.target);
  if (!ground.matches?.("[data-look]") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter") {
    const box = ground.getBoundingClientRect();
    const from = ground === frame() ? middle(box) : /** @type {Point} */ ([box.left, box.top]);
    lookAt(closest(pieces(ground), (one) => away(from, middle(one.getBoundingClientRect()))));
  } else if (looked && event.key in WAYS) lookAt(nextTo(looked, WAYS[event.key]));
  else if (looked && event.key === "Escape") lookAt(null);
  else return;
  event.preventDefault();
});
document.addEventListener("focusout", (event) => {
  if (looked && event.target.matches("[data-look]")) lookAt(null);
});

// --- On a small screen, the map moves to what can be chosen.

const ABOUT = "button.can, .group, [data-focus]";
function targets() {
  return [...sheet().querySelectorAll(ABOUT)].map((one) => one.getBoundingClientRect());
}
/** @param {DOMRect[]} boxes */
function around(boxes) {
  const [left, top] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
  const [right, bottom] = [
    Math.max(...boxes.map((b) => b.right)),
    Math.max(...boxes.map((b) => b.bottom)),
  ];
  return { left, top, width: right - left, height: bottom - top };
}
/** @param {Box} box */
function isSeen(box) {
  const pane = frame().getBoundingClientRect();
  const [x, y] = middle(box);
  return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
}
function lookAtTargets() {
  if (!frame() || !frame().clientWidth || isFramed()) return; // in the frame, the map stays as it is
  const boxes = targets();
  const narrow = phone.matches && !chosenByHand;
  if (!boxes.length) {
    if (narrow) set(1);
    return;
  }
  const focus = sheet().querySelector("[data-focus]");
  if (narrow) fit(around(boxes));
  else if (boxes.some(isSeen) && (!focus || isSeen(focus.getBoundingClientRect()))) return;
  center(focus && !narrow ? [focus.getBoundingClientRect()] : targets());
}
// As large as the available height allows.
/** @param {Box} box */
function fit({ width, height }) {
  const pane = frame();
  const most = parseFloat(getComputedStyle(pane).maxHeight) || pane.clientHeight;
  const margin = sheet().querySelector(".takes") ? CHIPS : MARGIN;
  const room = Math.min(pane.clientWidth / (width + margin), most / (height + margin));
  set(Math.min(zoom * room, sheet().querySelector("button.can") ? CLOSE : NEAR));
}
/** @param {DOMRect[]} boxes */
function center(boxes) {
  const pane = frame().getBoundingClientRect();
  const [x, y] = middle(around(boxes));
  frame().scrollLeft += x - pane.left - pane.width / 2;
  frame().scrollTop += y - pane.top - pane.height / 2;
}

// Scroll the whole map into view, between header and tray, when a choice is made on it and what the decision is
// about is not in sight.
const sheetBelow = matchMedia("(max-width: 900px)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let scrolledAt = -QUIET;
for (const kind of ["wheel", "touchmove"]) {
  addEventListener(
    kind,
    () => {
      scrolledAt = performance.now();
    },
    { passive: true },
  );
}
function showMap() {
  const turn = find("table")?.dataset.turn === "yes" && sheet()?.querySelector("button.can");
  if (!turn || isFramed() || performance.now() - scrolledAt < QUIET) return;
  const box = frame().getBoundingClientRect();
  const tray = find("tray").getBoundingClientRect();
  const top = sheetBelow.matches ? 0 : Math.max(tray.bottom, 0);
  const bottom = sheetBelow.matches ? tray.top : innerHeight;
  const about = sheet().querySelector("[data-focus]")?.getBoundingClientRect();
  if (about && about.top >= top && about.bottom <= bottom) return;
  const by = box.top < top ? box.top - top - 8 : Math.max(box.bottom - bottom + 8, 0);
  if (by && box.height <= bottom - top)
    scrollBy({ top: by, behavior: still.matches ? "instant" : "smooth" });
}

// Keep the centre of the map when a phone is rotated. If only the height changes, because the tray
// did, nothing moves, so that a second tap hits what the first one selected.
let centre = [0.5, 0.5];
let width = 0;
function noteCentre() {
  const pane = frame();
  width = pane.clientWidth;
  centre = [
    (pane.scrollLeft + pane.clientWidth / 2) / sheet().clientWidth,
    (pane.scrollTop + pane.clientHeight / 2) / sheet().clientHeight,
  ];
}
document.addEventListener(
  "scroll",
  (event) => {
    if (event.target === frame() && width === frame().clientWidth) noteCentre();
  },
  { capture: true, passive: true },
);
const watcher = new ResizeObserver(() => {
  const pane = frame();
  if (!pane?.clientWidth) return;
  showTools();
  if (width === pane.clientWidth) return;
  pane.scrollTo(
    centre[0] * sheet().clientWidth - pane.clientWidth / 2,
    centre[1] * sheet().clientHeight - pane.clientHeight / 2,
  );
  width = pane.clientWidth;
});
/** @type {HTMLElement} */
let watched = null;
function watch() {
  if (watched === frame()) return;
  watcher.disconnect();
  watched = frame();
  if (watched) watcher.observe(watched);
}

let asked = "";
function afterChange() {
  lookAt(null);
  showTools();
  // The Tab key moves between the things that can be chosen.
  for (const one of sheet()?.querySelectorAll("button.cannot") ?? []) one.tabIndex = -1;
  const now = frame()?.closest(".shinjuku").className + find("group")?.className;
  if (now !== asked) {
    lookAtTargets();
    showMap();
  }
  asked = now;
  watch();
  if (frame()) noteCentre();
}
document.addEventListener("htmx:after:swap", afterChange);
if (localStorage.getItem("names") === "ja") root.classList.add("japanese");
afterChange();
ready("map");
