// Behaviour that HTML alone cannot provide: the amount control, enlarged harbors, the parts of the board
// on a phone, tips about pieces, and marks on what has changed since the player's last turn.
import { ready } from "../site/ready.js";
import { isAtRest } from "../site/resting.js";

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
  shown.textContent = `¥${yen.toLocaleString("en")}`;
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
    shown.textContent = `¥${yen.toLocaleString("en")}`;
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
  const larger = event.target.closest("[data-enlarge]");
  if (larger) {
    const same = page.dataset.large === larger.dataset.enlarge;
    if (same) delete page.dataset.large;
    else page.dataset.large = larger.dataset.enlarge;
  }
});

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

function showPlace() {
  if (decision() !== decided) delete page.dataset.ttmPlace;
  decided = decision();
  const place = page.dataset.ttmPlace ?? board()?.dataset.place;
  for (const button of document.querySelectorAll(".ttm .places [data-go]")) {
    button.ariaPressed = String(button.dataset.go === (place === "stage" ? "harbor" : place));
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest(".ttm .places [data-go]");
  if (!button) return;
  page.dataset.ttmPlace = button.dataset.go;
  showPlace();
  board().scrollIntoView({ block: "start", behavior: "instant" });
});
// Runs in the capture phase, before the page scrolls to the element of the decision.
document.addEventListener("htmx:after:swap", showPlace, { capture: true });
showPlace();

// --- Tips: what a piece is and what it is worth, or why a move is not possible. They are shown on
// hover, focus and tap.
const MARGIN = 8;
const tip = Object.assign(document.createElement("div"), { className: "ttm-tip", id: "ttm-tip", hidden: true });
tip.setAttribute("role", "tooltip");
document.body.append(tip);
/** @type {HTMLElement} */
let told = null;

/** @param {EventTarget} target */
const tipped = (target) =>
  target?.closest?.(".ttm :is([data-tip], [data-why])") ??
  target?.closest?.(".ttm button.can")?.querySelector("[data-tip]");

/** @param {HTMLElement} piece */
function tell(piece) {
  told?.removeAttribute("aria-describedby");
  told = piece;
  tip.hidden = !piece;
  if (!piece) return;
  tip.textContent = piece.dataset.tip ?? piece.dataset.why;
  piece.setAttribute("aria-describedby", "ttm-tip");
  const box = piece.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(box.left + box.width / 2 - width / 2, MARGIN), innerWidth - width - MARGIN);
  const above = box.top - height - MARGIN;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > MARGIN ? above : Math.min(box.bottom + MARGIN, innerHeight - height - MARGIN)}px`;
}
document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && !isAtRest(event)) tell(tipped(event.target));
});
document.addEventListener("focusin", (event) => tell(event.target.matches(":focus-visible") ? tipped(event.target) : null));
document.addEventListener("focusout", () => tell(null));
document.addEventListener("click", (event) => tell(event.target.closest(".ttm button:not(.cannot)") ? null : tipped(event.target)));
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
    [...document.querySelectorAll(".ttm [data-watch]")].map((one) => [one.dataset.watch, Number(one.dataset.value)]),
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
    if (by) one.dataset.change = `${by > 0 ? "▲" : "▼"}${Math.abs(by).toLocaleString("en")}`;
    else delete one.dataset.change;
  }
}
document.addEventListener("htmx:after:swap", mark);
mark();
ready("market");
