// Behaviour that HTML alone cannot provide: the amount control, cards over the hall that stay open, wares that
// stay in place, the parts of the board on a phone, tips about pieces, and marks on what has changed since the player's last turn.
import { figure, yen as inYen } from "../site/numbers.js";
import { ready } from "../site/ready.js";
import { isAtRest } from "../site/tips.js";
import { isShown, roomForBoard } from "../site/tray.js";

const page = document.documentElement;

// --- The amount control: keeps field, slider, steps and button in sync.
/** @param {HTMLElement} box */
function amount(box) {
  /** @type {HTMLInputElement} */
  const field = box.querySelector("input[name=amount]");
  /** @type {HTMLInputElement} */
  const slide = box.querySelector("[data-slide]");
  return { field, slide, shown: box.querySelector("[data-shown]") };
}

/**
 * @param {HTMLElement} box
 * @param {number} value
 */
function setAmount(box, value) {
  const { field, slide, shown } = amount(box);
  const least = Number(field.min);
  const most = Number(field.max);
  const yen = Math.min(Math.max(Math.round(value / 100) * 100, least), most);
  field.value = slide.value = String(yen);
  shown.textContent = inYen(yen);
}

/** @param {EventTarget} field */
const valueOf = (field) => Number(/** @type {HTMLInputElement} */ (field).value) || 0;

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-amount]");
  if (!box) return;
  const { slide, shown } = amount(box);
  const yen = valueOf(event.target);
  if (event.target === slide) setAmount(box, yen);
  else {
    slide.value = String(yen);
    shown.textContent = inYen(yen);
  }
});
document.addEventListener("change", (event) => {
  const box = event.target.closest("[data-amount]");
  if (box) setAmount(box, valueOf(event.target));
});
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-amount] [data-step]");
  if (step) {
    const box = step.closest("[data-amount]");
    const { field } = amount(box);
    setAmount(box, Number(field.value) + Number(step.dataset.step));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// --- Cards over the hall: stalls and other harbors are <details> of one name, so one of them is open at a
// time. A card stays open while others act, and a harbor while one buys; an own decision closes it otherwise.
/** @type {() => HTMLDetailsElement} */
const openCard = () => document.querySelector(".ttm-board details[name=over-hall][open]");
/** @type {(root: ParentNode) => string} */
const pageOf = (root) =>
  /** @type {HTMLInputElement} */ (root.querySelector("#board input[name=page]"))?.value;

document.addEventListener("htmx:before:swap", ({ detail }) => {
  const card = openCard();
  if (!card) return;
  for (const { fragment } of detail.tasks) {
    const next = fragment.querySelector(`#${CSS.escape(card.id)}`);
    if (!next || fragment.querySelector("details[name=over-hall][open]")) continue;
    const isBuying =
      card.matches(".opener") && fragment.querySelector(".ttm-board.phase-purchasing");
    if (isBuying || pageOf(fragment) === pageOf(document)) next.setAttribute("open", "");
  }
});
document.addEventListener("click", (event) => {
  if (event.target.closest(".ttm [data-back]") && openCard()) closeCard();
});
document.addEventListener("keydown", (event) => {
  const isFree = !document.querySelector(":popover-open, dialog[open]");
  if (event.key === "Escape" && isFree && openCard() && !openCard().closest(".entered"))
    closeCard();
});
function closeCard() {
  const card = openCard();
  const hadFocus = card.parentElement.contains(document.activeElement);
  card.open = false;
  if (hadFocus) card.querySelector("summary").focus({ preventScroll: true });
}

// --- The others' wares keep their places in a round: where one has been bought, the next one must not come
// under the mouse.
/** @type {Map<string, number>} */
const places = new Map();
let round = "";
/** @param {HTMLElement} ware */
const placeOf = ({ offsetLeft, parentElement }) => offsetLeft - parentElement.offsetLeft;
function keepPlaces() {
  const now = document.querySelector("#players .course-progress")?.textContent ?? "";
  if (now !== round) places.clear();
  round = now;
  /** @type {NodeListOf<HTMLElement>} */
  const wares = document.querySelectorAll(".ttm .others .lots > .lot");
  for (const ware of wares) ware.style.marginInlineStart = "";
  for (const ware of wares) {
    const gap = (places.get(ware.id) ?? 0) - placeOf(ware);
    if (gap > 0) ware.style.marginInlineStart = `${gap}px`;
    places.set(ware.id, placeOf(ware));
  }
}
document.addEventListener("htmx:after:swap", keepPlaces);
addEventListener("resize", () => {
  places.clear();
  keepPlaces();
});
keepPlaces();

// --- Parts of the board: each decision selects one, and the player can switch to another,
// which stays while other players act.
const board = () => document.querySelector(".ttm-board");
const decision = () => {
  const place = board()?.classList.contains("deciding") ? board().dataset.place : "";
  /** @type {HTMLInputElement} */
  const token = document.querySelector("#board input[name=page]");
  return `${token?.value} ${place}`;
};
let decided = decision();
const PHONE = matchMedia("(max-width: 640px)");
const isOwnTurn = () => document.getElementById("table")?.dataset.turn === "yes";
let shown = { place: "", isOwnTurn: isOwnTurn() };

function showPlace() {
  if (decision() !== decided) delete page.dataset.ttmPlace;
  decided = decision();
  const place = page.dataset.ttmPlace ?? board()?.dataset.place;
  for (const button of document.querySelectorAll(".ttm .places [data-go]")) {
    button.ariaPressed = String(button.dataset.go === (place === "stage" ? "hall" : place));
  }
  const before = shown;
  shown = { place, isOwnTurn: isOwnTurn() };
  if (!PHONE.matches || !before.place || !isOwnTurn()) return;
  // A turn begins with what has happened since the last one; then each place is shown from its top.
  if (!before.isOwnTurn) goTo(() => 0);
  else if (place !== before.place) goTo(placeTop);
}

// The board begins below the line with the standings, which sticks to the top of the window.
function placeTop() {
  const line = document.getElementById("standing-line");
  return scrollY + board().getBoundingClientRect().top - (line?.offsetHeight ?? 0);
}
// Before the page scrolls to the element of the decision, and only if that is not in sight.
/** @param {() => number} top */
function goTo(top) {
  requestAnimationFrame(() => {
    if (!isInSight(board().querySelector("[data-focus]")))
      scrollTo({ top: top(), behavior: "instant" });
  });
}
/** @param {HTMLElement} element */
function isInSight(element) {
  if (!isShown(element)) return false;
  const [box, room] = [element.getBoundingClientRect(), roomForBoard()];
  return box.top >= room.top && box.bottom <= room.bottom;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest(".ttm .places [data-go]");
  if (!button) return;
  page.dataset.ttmPlace = button.dataset.go;
  shown.place = button.dataset.go;
  showPlace();
  scrollTo({ top: placeTop(), behavior: "instant" });
});
// Runs in the capture phase, before the page scrolls to the element of the decision.
document.addEventListener("htmx:after:swap", showPlace, { capture: true });
showPlace();

// --- Tips: what a piece is and what it is worth, or why a move is not possible. They are shown on
// hover, focus and tap.
const MARGIN = 8;
const tip = Object.assign(document.createElement("div"), {
  className: "ttm-tip",
  id: "ttm-tip",
  hidden: true,
});
tip.setAttribute("role", "tooltip");
document.body.append(tip);
/** @type {HTMLElement} */
let told = null;

/** @param {EventTarget} target */
function tipped(target) {
  const piece =
    target?.closest?.(".ttm :is([data-tip], [data-why])") ??
    target?.closest?.(".ttm button.can")?.querySelector("[data-tip]");
  return piece?.matches("[open] > summary") ? null : piece; // its card says more
}

// What it is and what it does comes first, then why it cannot be chosen.
/** @param {HTMLElement} piece */
function textOf(piece) {
  const button = piece.closest("[data-why]");
  const what =
    piece.dataset.tip ??
    piece.querySelector("[data-tip]")?.dataset.tip ??
    piece.closest("[data-note]")?.dataset.note;
  return [what, button?.dataset.why].filter(Boolean).join(" ");
}

/** @param {HTMLElement} piece */
function tell(piece) {
  told?.removeAttribute("aria-describedby");
  told = piece;
  tip.hidden = !piece;
  if (!piece) return;
  tip.textContent = textOf(piece);
  piece.setAttribute("aria-describedby", "ttm-tip");
  const box = piece.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(
    Math.max(box.left + box.width / 2 - width / 2, MARGIN),
    innerWidth - width - MARGIN,
  );
  const above = box.top - height - MARGIN;
  const highest = piece.closest("#tray") ? MARGIN : Math.max(roomForBoard().top, MARGIN); // never over the tray
  tip.style.left = `${left}px`;
  tip.style.top = `${above >= highest ? above : Math.min(box.bottom + MARGIN, innerHeight - height - MARGIN)}px`;
}
document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && !isAtRest(event)) tell(tipped(event.target));
});
document.addEventListener("focusin", (event) =>
  tell(event.target.matches(":focus-visible") ? tipped(event.target) : null),
);
document.addEventListener("focusout", () => tell(null));
document.addEventListener("click", (event) =>
  tell(
    event.target.closest(".ttm :is(button:not(.cannot), summary)") ? null : tipped(event.target),
  ),
);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell(null);
});
addEventListener("scroll", () => tell(null), { passive: true, capture: true });
document.addEventListener("htmx:after:swap", () => tell(null));

// --- Marks how much values have changed since the end of the player's last turn.
const place = `ichiba-seen-${location.pathname}`;
const read = () => JSON.parse(localStorage.getItem(place) ?? "null");
const values = () =>
  Object.fromEntries(
    [...document.querySelectorAll(".ttm [data-watch]")].map((one) => [
      one.dataset.watch,
      Number(one.dataset.value),
    ]),
  );
/** @type {boolean} */
let turn = null;

function mark() {
  const table = document.getElementById("table");
  if (!table) return; // a replay
  const now = table.dataset.turn === "yes";
  if ((turn && !now) || read() === null) localStorage.setItem(place, JSON.stringify(values()));
  turn = now;
  const before = read();
  for (const one of document.querySelectorAll(".ttm [data-watch]")) {
    const by = Number(one.dataset.value) - (before[one.dataset.watch] ?? Number(one.dataset.value));
    if (by) one.dataset.change = `${by > 0 ? "▲" : "▼"}${figure(Math.abs(by))}`;
    else delete one.dataset.change;
  }
}
document.addEventListener("htmx:after:swap", mark);
mark();
ready("market");
