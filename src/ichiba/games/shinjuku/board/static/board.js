// The map: zoom and pan, the nearest target to a tap, tips, names in Japanese.
//
// It zooms by size and pans by scrolling, so that the browser's own scrolling, keys and focus work on
// it. A plain wheel scrolls, as everywhere on a page; with Ctrl (or a pinch) it zooms, as on maps that
// stand in a page. What is remembered stands on the root element, which no update of the page touches.

const LARGEST = 5;
const STEP = 1.4;
const REACH = 34; // how far from a target a tap may be, in pixels
const WIDE = 1000; // units of the sheet
const NARROW = 480; // pixels: a phone, on which the map goes to what can be chosen
const root = document.documentElement;
const find = (id) => document.getElementById(id);
const frame = () => find("map-window");
const sheet = () => find("map-sheet");

let zoom = 1;
let chosenByHand = false; // whether the viewer has zoomed: then the map leaves the zoom alone

// --- Zoom

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
  root.style.setProperty("--map-zoom", zoom);
  root.classList.toggle("map-zoomed", zoom > 1);
  const after = sheet().getBoundingClientRect();
  pane.scrollLeft += after.left + across * after.width - x;
  pane.scrollTop += after.top + down * after.height - y;
  showTools();
}

function byHand(wanted, x, y) {
  chosenByHand = wanted > 1;
  set(wanted, x, y);
}

function showTools() {
  if (!frame()) return;
  // Letters grow less than the map does.
  const scale = sheet().clientWidth / WIDE;
  root.style.setProperty("--name-size", `${Math.min(16.5, (13 * (scale / 0.79) ** 0.4) / scale)}px`);
  find("map-in").disabled = zoom >= LARGEST;
  find("map-out").disabled = zoom <= 1;
  find("map-names").setAttribute("aria-pressed", root.classList.contains("japanese"));
}

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
const KEYS = { "+": "in", "=": "in", "-": "out", "0": "fit" };

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
document.addEventListener("wheel", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !event.target.closest("#map-window")) return;
  event.preventDefault();
  byHand(zoom * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)), event.clientX, event.clientY);
}, { passive: false });
document.addEventListener("dblclick", (event) => {
  if (!event.target.closest("#map-window") || event.target.closest("button")) return;
  byHand(zoom * STEP, event.clientX, event.clientY);
});

// --- Two fingers zoom, one finger scrolls by itself.

let pinch = null;
const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
document.addEventListener("touchstart", (event) => {
  const both = event.touches.length === 2 && event.target.closest("#map-window");
  pinch = both ? { spread: spread(event.touches), zoom } : null;
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  if (event.cancelable) event.preventDefault();
  const [a, b] = event.touches;
  const wanted = (pinch.zoom * spread(event.touches)) / pinch.spread;
  byHand(wanted, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
}, { passive: false });
document.addEventListener("touchend", () => { pinch = null; });

// --- A mouse drags the map; what was dragged is not clicked.

let drag = null;
let dragged = false;
document.addEventListener("pointerdown", (event) => {
  dragged = false;
  if (zoom === 1 || event.pointerType !== "mouse" || event.button || !event.target.closest("#map-window")) return;
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

// --- A tap near a target means the nearest one, however small the map is.

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
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
document.addEventListener("click", (event) => {
  if (!event.target.closest("#map-sheet") || !event.detail || !event.isTrusted) return;
  const button = event.target.closest("button.can");
  let meant = button;
  if (dragged) meant = null;
  else if (!button || button.matches(".spot, .lay")) {
    // The area of a ward and the line of a link stand for their buttons.
    const named = button ? null : find(event.target.closest("[data-for]")?.dataset.for);
    meant = named?.matches(".can") ? named : (nearest(event.clientX, event.clientY) ?? button);
  }
  if (meant === button) return;
  event.preventDefault();
  event.stopPropagation();
  meant?.click();
}, { capture: true });

// --- Tips: whose store, which ward, why not.

const tip = document.createElement("div");
tip.className = "map-tip";
tip.setAttribute("aria-hidden", "true");
tip.hidden = true;
document.body.append(tip);
function showTip(from) {
  const place = from?.closest?.("#map-sheet [data-tip]");
  tip.hidden = !place;
  if (!place) return;
  const button = place.querySelector("button");
  const lines = [place.dataset.tip, button?.dataset.why];
  if (button?.matches(".spot.can, .lay.can")) lines.unshift(button.getAttribute("aria-label"));
  tip.replaceChildren(...lines.filter(Boolean).map((text) => {
    const line = document.createElement("span");
    line.textContent = text;
    return line;
  }));
  const box = place.getBoundingClientRect();
  const [own, edge] = [tip.getBoundingClientRect(), 8];
  const left = Math.min(Math.max(box.left + box.width / 2 - own.width / 2, edge), innerWidth - own.width - edge);
  const above = box.top - own.height - edge;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > edge ? above : box.bottom + edge}px`;
}
document.addEventListener("pointerover", (event) => showTip(event.target));
document.addEventListener("focusin", (event) => showTip(event.target));
document.addEventListener("focusout", () => showTip(null));
document.addEventListener("scroll", () => { tip.hidden = true; }, { capture: true, passive: true });

// --- What can be chosen is in sight: on a small screen the map goes to it.

function targets() {
  const found = sheet().querySelectorAll("button.can, .group");
  return [...found].map((one) => one.getBoundingClientRect());
}
function lookAtTargets() {
  if (!frame() || !frame().clientWidth) return;
  const boxes = targets();
  if (!boxes.length) return;
  const pane = frame().getBoundingClientRect();
  const seen = boxes.filter((box) => {
    const [x, y] = middle(box);
    return x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
  });
  const [left, top] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
  const right = Math.max(...boxes.map((b) => b.right));
  const bottom = Math.max(...boxes.map((b) => b.bottom));
  if (pane.width < NARROW && !chosenByHand) {
    const room = Math.min(pane.width / (right - left + 40), pane.height / (bottom - top + 40));
    set(Math.min(zoom * room, 2.6));
  } else if (seen.length) return;
  center();
}
function center() {
  const boxes = targets();
  const pane = frame().getBoundingClientRect();
  const [x, y] = [0, 1].map((axis) => boxes.reduce((sum, b) => sum + middle(b)[axis], 0) / boxes.length);
  frame().scrollLeft += x - pane.left - pane.width / 2;
  frame().scrollTop += y - pane.top - pane.height / 2;
}

// What was in the middle stays there when a phone is turned or a window is resized.
let centre = [0.5, 0.5];
document.addEventListener("scroll", (event) => {
  const pane = event.target;
  if (pane.id !== "map-window" || resizing) return;
  centre = [
    (pane.scrollLeft + pane.clientWidth / 2) / sheet().clientWidth,
    (pane.scrollTop + pane.clientHeight / 2) / sheet().clientHeight,
  ];
}, { capture: true, passive: true });
let resizing = false;
addEventListener("resize", () => {
  resizing = true;
  requestAnimationFrame(() => {
    showTools();
    const pane = frame();
    pane?.scrollTo(
      centre[0] * sheet().clientWidth - pane.clientWidth / 2,
      centre[1] * sheet().clientHeight - pane.clientHeight / 2,
    );
    resizing = false;
  });
});

let asked = "";
function afterChange() {
  tip.hidden = true;
  showTools();
  // The Tab key goes from one thing that can be chosen to the next.
  for (const one of sheet()?.querySelectorAll("button.cannot") ?? []) one.tabIndex = -1;
  const now = frame()?.closest(".shinjuku").className + find("group")?.className;
  if (now !== asked) lookAtTargets();
  asked = now;
}
document.addEventListener("htmx:after:swap", afterChange);
if (localStorage.getItem("names") === "ja") root.classList.add("japanese");
afterChange();
