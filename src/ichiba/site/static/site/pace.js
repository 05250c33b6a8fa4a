// Shows other players' moves one by one, however fast they arrive. The server never waits for a page, so
// updates that arrive too early, or while the last one is still being animated, are queued here until
// they are due or skipped.
/** @type {Record<string, number>} */
const FACTORS = { slow: 2, normal: 1, instant: 0 };
const MOST = 40; // the most updates in the queue; older ones are dropped
const LONGEST = 3000; // milliseconds that an animation can delay the next update

const live = document.getElementById("live");
/** @type {string[]} */
let waiting = [];
let shownAt = -Infinity; // when the last update was shown
let shownStep = stepOf(document.getElementById("table").outerHTML.slice(0, 1000));
let isSkipping = false; // whether to skip until it is the viewer's turn
/** @type {number} */
let timer = null;

const pause = () => FACTORS[live.dataset.speed] * Number(live.dataset.pause);
export const isBehind = () => waiting.length > 0;

// How many milliseconds the animations on the board still take, such as a reveal of many tickets.
function unfinished() {
  const board = document.getElementById("board-area");
  const left = (board?.getAnimations({ subtree: true }) ?? []).map(
    (one) => Number(one.effect.getComputedTiming().endTime) - Number(one.currentTime),
  );
  return Math.max(0, ...left.filter((time) => time < LONGEST)); // some go on for ever
}
// When the next update may be shown.
const due = () =>
  pause() ? Math.max(shownAt + pause(), performance.now() + unfinished()) : shownAt;

// The last move that was visible to the viewer. Other moves need no pause.
/** @param {string} text */
function stepOf(text) {
  return /data-step="(\d+)"/.exec(text)?.[1];
}

/** @param {string} text */
const versionOf = (text) => Number(/data-version="(\d+)"/.exec(text)?.[1]);

document.addEventListener("htmx:before:sse:message", ({ detail }) => {
  if (detail.message.event) return;
  const { data } = detail.message;
  const isEarly = stepOf(data) !== shownStep && performance.now() < due() - 30;
  if (!isBehind() && (!isEarly || isSkipping || document.hidden)) return; // show it immediately
  detail.message.cancelled = true;
  if (isBehind() && stepOf(data) === stepOf(waiting.at(-1))) waiting.pop();
  waiting.push(data);
  while (waiting.length > MOST) waiting.shift();
  schedule();
});

document.addEventListener("htmx:after:swap", () => {
  const { step, turn, version } = document.getElementById("table").dataset;
  // The answer to the viewer's own move shows what some queued updates would have shown.
  waiting = waiting.filter((text) => versionOf(text) > Number(version));
  if (turn === "yes") isSkipping = false;
  if (step !== shownStep) shownAt = performance.now();
  shownStep = step;
  offerToSkip();
});

function schedule() {
  clearTimeout(timer);
  if (isBehind()) timer = setTimeout(step, Math.max(due() - performance.now(), 0));
  offerToSkip();
}

function step() {
  const text = waiting.shift();
  if (text) htmx.swap({ text, target: "#table", swap: "outerMorph", sourceElement: live });
  schedule();
}

// Skips to the last queued update.
export function catchUp() {
  if (!isBehind()) return;
  waiting.splice(0, waiting.length - 1);
  step();
}

function offerToSkip() {
  const button = document.getElementById("skip");
  if (!button) return;
  if (isBehind()) button.hidden = false;
  else if (document.getElementById("table").dataset.turn === "yes") button.hidden = true;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#skip")) return;
  isSkipping = true;
  catchUp();
});
document.addEventListener("visibilitychange", () => document.hidden && catchUp());
