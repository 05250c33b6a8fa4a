// Hints: says that one is being thought of, keeps it while others move, and closes it. since.js highlights
// what a row is about.
import { ready } from "./ready.js";
import { showNow } from "./tabs.js";
import { isShown } from "./tray.js";

/** @param {string} id */
const find = (id) => document.getElementById(id);
const panel = () => find("hint-panel");
/** @param {ParentNode} root */
const pageOf = (root) =>
  /** @type {HTMLInputElement} */ (root.querySelector("#board input[name=page]"))?.value;

/** @type {{ ctx: HtmxContext, page: string }} */
let asked = null; // the request that is being answered, and the position that it is about

export function isOpen() {
  return Boolean(panel()?.querySelector(".hint-rows"));
}

export function close() {
  if (!isOpen()) return false;
  panel().querySelector(".hint-rows").remove();
  show();
  return true;
}

// Shows the parts of the panel that apply now.
function show() {
  if (!panel()) return;
  const isThinking = Boolean(asked) && asked.page === pageOf(document);
  find("hint-thinking").hidden = !isThinking;
  panel().querySelector(".hint-head").hidden = !isOpen();
  panel().hidden = !isThinking && !isOpen();
  find("hint").ariaExpanded = String(isOpen());
  find("hint").ariaBusy = String(isThinking);
  tell(isThinking ? find("hint-thinking").textContent : isOpen() ? inShort() : "");
}

// For screen readers: that it is being thought of, and the best choice.
/** @param {string} text */
function tell(text) {
  const said = find("hint-said");
  if (said.textContent !== text) said.textContent = text;
}

function inShort() {
  const best = panel().querySelector(".hint-way");
  const parts = [".hint-label", ".hint-chance .visually-hidden"].map((one) =>
    best.querySelector(one),
  );
  return [find("hint-title"), ...parts].map((one) => one.textContent.trim()).join(". ");
}

// A second press closes the hint, and a press while one is being thought of does nothing.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== find("hint-form")) return;
    // Lists of choices open over the place of the hint.
    for (const list of document.querySelectorAll("#tray details[open] > summary")) list.click();
    if (!close() && !asked) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement !== find("hint-form")) return;
  asked = { ctx, page: pageOf(document) };
  showNow();
  show();
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx !== asked?.ctx) return;
  asked = null;
  show();
});

// Other players' moves may come while the decision is the same. Their updates have no hint.
document.addEventListener("htmx:before:swap", ({ detail }) => {
  for (const { fragment } of detail.tasks) {
    const next = fragment.querySelector("#hint-panel");
    const said = fragment.querySelector("#hint-said");
    if (said && find("hint-said")) said.textContent = find("hint-said").textContent; // not again
    if (
      !next ||
      !isOpen() ||
      next.querySelector(".hint-rows") ||
      pageOf(fragment) !== pageOf(document)
    )
      continue;
    next.replaceWith(panel().cloneNode(true));
  }
});
document.addEventListener("htmx:after:swap", show);

document.addEventListener("click", (event) => {
  if (!event.target.closest("#hint-close")) return;
  close();
  find("hint").focus({ preventScroll: true });
});
// A hint can speak of several steps, such as “Open a store in Ueno”. When it is played, the steps that
// follow are marked one after the other, until they are made or something else is chosen.
const MARK = "hint-next";

/** @type {string[]} */
let steps = []; // the moves that follow
/** @type {{ made: string, then: string[] | null, page: string }} */
let sent = null; // the last move, until its answer arrives

/** @type {(move: string) => HTMLButtonElement[]} */
function makers(move) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#board button.can[name=move]:not(.hint-play)");
  return [...buttons].filter((one) => one.value === move && isShown(one));
}

// Forced steps are made by the server, so the next one that is offered counts.
function mark() {
  for (const one of document.querySelectorAll(`.${MARK}`)) one.classList.remove(MARK);
  const next = steps.findIndex((move) => makers(move).length);
  for (const one of next < 0 ? [] : makers(steps[next])) one.classList.add(MARK);
}

function goOn() {
  if (!sent || sent.page === pageOf(document)) return;
  const at = steps.indexOf(sent.made);
  steps = sent.then ?? (at < 0 ? [] : steps.slice(at + 1));
  sent = null;
}

document.addEventListener(
  "submit",
  (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.id === "undo-form") steps = [];
    if (form.id !== "board" || button?.name !== "move") return;
    const isHint = button.matches(".hint-play");
    sent = {
      made: button.value,
      then: isHint ? JSON.parse(button.dataset.then ?? "[]") : null,
      page: pageOf(document),
    };
  },
  { capture: true },
);
document.addEventListener("htmx:after:swap", () => {
  goOn();
  mark();
});
ready("hint");
