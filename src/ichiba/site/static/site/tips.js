// Tips: on hover, focus and tap, a piece says what it is and what it does for the viewer now (`data-tip`),
// and then why it can't be chosen (`data-why`). A board takes part with `data-tips`.

const FAR = 8; // pixels between a piece and its tip
const tip = Object.assign(document.createElement("div"), {
  className: "tip",
  id: "tip",
  hidden: true,
});
tip.setAttribute("role", "tooltip");
document.body.append(tip);
/** @type {HTMLElement} */
let told = null; // the piece that the tip is about

/** @param {EventTarget} target */
const pieceOf = (target) => target?.closest?.("[data-tips] :is([data-tip], [data-why])") ?? null;

/** @param {HTMLElement} piece */
function tell(piece) {
  if (piece === told && !tip.hidden) return;
  told?.removeAttribute("aria-describedby");
  told = piece;
  tip.hidden = !piece;
  if (!piece) return;
  write(piece);
  piece.setAttribute("aria-describedby", "tip");
  place(piece);
}

// The question whether a choice is confirmed, while it is open.
const question = () => document.querySelector("#ask:not([hidden])");

// The name before the colon is bold.
/** @param {HTMLElement} piece */
function write(piece) {
  const text = (piece.dataset.tip ?? "").replace(/([+−±])¥/g, "$1\u2060¥"); // no line break in between
  const why = piece.dataset.why ?? piece.closest("[data-why]")?.dataset.why ?? "";
  const [, name, rest] = /^([^:.]{1,40}): (.*)$/s.exec(text) ?? [null, "", text];
  tip.replaceChildren();
  if (name) add("b", "", name);
  tip.append(name ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest);
  if (why) add("span", text ? "tip-why" : "", why);
}

/** @type {(tag: string, css: string, text: string) => void} */
function add(tag, css, text) {
  tip.append(Object.assign(document.createElement(tag), { className: css, textContent: text }));
}

// Above, below or beside the piece, or beside what it is a part of, such as its lot: where the tip fits and covers
// the least of the piece, of what is said, of what it is a part of, and of what can be chosen. While a question is
// open, it covers the choices in the tray, and their tips are beside it.
/** @param {HTMLElement} piece */
function place(piece) {
  const { width, height } = tip.getBoundingClientRect();
  const isAsked = Boolean(question() && piece.closest("#tray"));
  const box = (isAsked ? question() : piece).getBoundingClientRect();
  const whole = isAsked ? null : piece.parentElement?.closest("[data-whole]");
  const boxes = [box, ...(whole ? [whole.getBoundingClientRect()] : [])];
  const spots = boxes.flatMap((one) => spotsAround(one, width, height));
  const ways = [...document.querySelectorAll("#board button.can")].filter(
    (way) => !way.contains(piece),
  );
  const said = [...document.querySelectorAll("#prompt, #last, #purse"), question()].filter(Boolean);
  /** @type {(own: Box, all: Element[]) => number} */
  const sum = (own, all) =>
    all.reduce((most, one) => most + shared(own, one.getBoundingClientRect()), 0);
  /** @param {number[]} spot */
  const cost = ([left, top]) => {
    const own = { left, top, right: left + width, bottom: top + height };
    const parts = whole ? [...said, whole] : said;
    return 1000 * shared(own, box) + 10 * sum(own, parts) + sum(own, ways);
  };
  const costs = spots.map(cost);
  const [left, top] = spots[costs.indexOf(Math.min(...costs))];
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}

/** @type {(box: DOMRect, width: number, height: number) => number[][]} */
function spotsAround(box, width, height) {
  const [x, y] = [box.left + box.width / 2 - width / 2, box.top + box.height / 2 - height / 2];
  return [
    [x, box.top - height - FAR],
    [x, box.bottom + FAR],
    [box.right + FAR, y],
    [box.left - width - FAR, y],
  ].map(([left, top]) => inWindow(left, top, width, height));
}

/** @type {(left: number, top: number, width: number, height: number) => number[]} */
function inWindow(left, top, width, height) {
  const most = [document.documentElement.clientWidth - width - FAR, innerHeight - height - FAR];
  return [Math.max(Math.min(left, most[0]), FAR), Math.max(Math.min(top, most[1]), FAR)];
}

/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @type {(one: Box, other: Box) => number} */
const shared = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && !isAtRest(event)) tell(pieceOf(event.target));
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches(":focus-visible")) tell(pieceOf(event.target));
});
document.addEventListener("focusout", () => tell(null));
document.addEventListener("click", (event) => tell(pieceOf(event.target)));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell(null);
});
document.addEventListener("asked", () => told && !tip.hidden && place(told));
addEventListener("scroll", () => tell(null), { passive: true, capture: true });
document.addEventListener("htmx:after:swap", () => tell(null));
document.documentElement.classList.add("with-tips");

// The note in the tray: what the choice or piece under the mouse or the focus costs and brings, from its
// `data-note`. A finger shows it until the next tap.
const noteLine = () => document.getElementById("tray-note");

/** @param {EventTarget} target */
function note(target) {
  const text = target?.closest?.("#board [data-note]")?.dataset.note ?? "";
  if (noteLine() && noteLine().textContent !== text)
    noteLine().textContent = noteLine().title = text;
}

/** @type {EventTarget} */
let pointed = null; // the element that was last pointed at
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => note((pointed = event.target)));
}
document.addEventListener("focusout", () =>
  note(document.querySelector("#board [data-note]:hover")),
);
// After an update, the pointer may rest on something else.
document.addEventListener("htmx:after:swap", () => {
  const isThere = pointed instanceof Node && pointed.isConnected;
  note(
    document.querySelector("#board [data-note]:is(:hover, :focus-visible)") ??
      (isThere ? pointed : null),
  );
});

// After an update, no tip appears under a mouse that rests where it was: it would cover what has just
// changed. Tips are shown again once the mouse moves.
const page = document.documentElement;
const RESTS = "mouse-rests"; // the class that style sheets use
let [x, y] = [NaN, NaN];

// Whether this event is not the user's doing, because only the page has changed.
/** @param {PointerEvent} event */
export const isAtRest = (event) => event.pointerType === "mouse" && page.classList.contains(RESTS);

document.addEventListener("htmx:after:swap", () => page.classList.add(RESTS));
document.addEventListener(
  "pointermove",
  (event) => {
    const hasMoved = event.clientX !== x || event.clientY !== y;
    [x, y] = [event.clientX, event.clientY];
    if (!hasMoved || !page.classList.contains(RESTS)) return;
    page.classList.remove(RESTS);
    const { pointerType } = event;
    event.target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType }));
  },
  { passive: true },
);
