// Prevents accidental moves: asks for confirmation before moves that can't be undone (`data-final`),
// requires a second tap on targets that are close together (`data-two-taps`), and ignores the second
// click of a double click.
const DOUBLE = 400; // milliseconds within which a second click counts as part of a double click
const NEAR = 20; // maximum distance in pixels between the two clicks
const live = document.getElementById("live");
const hasTouch = matchMedia("(pointer: coarse)");
/** @type {() => HTMLFormElement} */
const board = () => document.querySelector("#board");
// Changes with each of the player's own moves. The stream may deliver the next position before the
// response to a move arrives; a move from that position is a new one.
const position = () =>
  /** @type {HTMLInputElement} */ (board()?.querySelector("input[name=page]"))?.value;
/** @param {string} id */
const find = (id) => document.getElementById(id);

let byTouch = hasTouch.matches; // whether the last pointer was a finger
/** @type {string} */
let chosen = null; // the move that is waiting for a second tap or for Confirm
/** @type {string} */
let allowed = null; // the move that has just been confirmed
let sentAt = -Infinity;
/** @type {{ ctx: HtmxContext, position: string }} */
let sending = null; // the request with the current move, and the position it was made in

addEventListener("pointerdown", (event) => (byTouch = event.pointerType === "touch"), {
  capture: true,
});

// Whether nothing else could be chosen. A button with an amount stands for many moves.
/** @param {HTMLButtonElement} button */
function isOnlyWay(button) {
  if (button.querySelector("output")) return false;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const ways = document.querySelectorAll("#board button.can[name=move]");
  return new Set([...ways].map((way) => way.value)).size === 1;
}

/** @param {HTMLButtonElement} button */
function mustAsk(button) {
  const when = live.dataset.ask || (hasTouch.matches ? "final" : "never");
  if (when === "always") return true;
  if (isOnlyWay(button)) return false;
  if (when === "final" && button.hasAttribute("data-final")) return true;
  return byTouch && Boolean(button.closest("[data-two-taps]"));
}

// Clicks, keys and taps near a target all end in a submit event. Stop it here for moves that need
// confirmation, before other listeners see it.
document.addEventListener(
  "submit",
  (event) => {
    const button = /** @type {HTMLButtonElement} */ (event.submitter);
    if (event.target !== board() || button?.name !== "move") return;
    if (sending?.position === position()) {
      stop(event);
      return;
    }
    if (allowed !== button.value && mustAsk(button) && chosen !== button.value) {
      stop(event);
      choose(button);
      return;
    }
    forget();
    sentAt = performance.now();
  },
  { capture: true },
);

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// The second click of a double click may hit something that has just appeared under the pointer, so
// ignore it. Two quick taps in different places are two taps.
let clickedAt = { x: -1000, y: -1000 };
document.addEventListener(
  "click",
  (event) => {
    const isNear = Math.hypot(event.clientX - clickedAt.x, event.clientY - clickedAt.y) < NEAR;
    const isSecond = event.detail > 1 && isNear && performance.now() - sentAt < DOUBLE;
    if (isSecond && event.target.closest?.("#board button[type=submit]")) {
      stop(event);
      return;
    }
    if (event.detail) clickedAt = { x: event.clientX, y: event.clientY };
  },
  { capture: true },
);

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.sourceElement === board()) sending = { ctx, position: position() };
});
document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx === sending?.ctx) sending = null;
});

// --- The move that is waiting for confirmation

/** @param {string} move */
function buttonsOf(move) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#board button.can[name=move]");
  return [...buttons].filter((one) => one.value === move);
}

/** @param {HTMLButtonElement} button */
function choose(button) {
  forget();
  chosen = button.value;
  show();
  if (!byTouch) find("ask-yes").focus();
}

function show() {
  const [button] = chosen === null ? [] : buttonsOf(chosen);
  if (!button) {
    forget();
    return;
  }
  for (const one of buttonsOf(chosen)) one.dataset.chosen = "";
  const said = button.dataset.ask ?? buttonsOf(chosen).find((one) => one.dataset.ask)?.dataset.ask;
  const question = find("ask-what");
  const action = button.getAttribute("aria-label") || button.textContent.trim();
  question.textContent = said ?? question.dataset.text.replace("{action}", () => action);
  question.title = question.textContent;
  find("ask").hidden = false;
  document.dispatchEvent(new Event("asked")); // tips.js moves a tip away from the question
}

export function forget() {
  const was = chosen;
  chosen = allowed = null;
  for (const one of board()?.querySelectorAll("[data-chosen]") ?? []) delete one.dataset.chosen;
  if (find("ask")) find("ask").hidden = true;
  return was !== null;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#ask-yes") && chosen !== null) {
    const [button] = buttonsOf(chosen);
    allowed = chosen;
    if (button) board().requestSubmit(button);
  } else if (event.target.closest("#ask-no")) {
    forget();
  }
});
// If the amount changes while the question is open, the question shows the new amount.
document.addEventListener("input", (event) => {
  if (chosen !== null && event.target.closest("#board")) setTimeout(show);
});
// An update of the page hides the question. Show it again while the move is still possible.
document.addEventListener("htmx:after:swap", () => chosen !== null && show());
