// The replay page: a slider, and automatic playback at a chosen speed. past.js handles single steps.
import { countUp, note, play } from "./motion.js";
import { allows, go } from "./past.js";
import { ready } from "./ready.js";

const slider = /** @type {HTMLInputElement} */ (document.getElementById("replay-at"));
const number = document.getElementById("replay-number");
const playButton = document.getElementById("replay-play");
const speed = /** @type {HTMLSelectElement} */ (document.getElementById("replay-speed"));
const count = Number(slider.max);
let at = Number(slider.value);
/** @type {number} */
let timer = null;
let isPlaying = false; // while the timer takes a step
const isOver = () => Boolean(document.querySelector(".total"));

document.addEventListener("ichiba:moment", ({ detail }) => {
  if (!isPlaying) stop();
  at = detail;
  slider.value = String(at);
  number.textContent = `${at} / ${count}`;
  history.replaceState(null, "", `?at=${at}`);
});

let wasOver = isOver();
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  if (allows(ctx.text ?? "", tasks)) note();
  else event.preventDefault();
});
document.addEventListener("htmx:finally:swap", () => {
  play();
  if (isOver() && !wasOver) countUp();
  wasOver = isOver();
});

function stop() {
  clearInterval(timer);
  timer = null;
  playButton.setAttribute("aria-pressed", "false");
}

function playOn() {
  isPlaying = true;
  if (at < count) go(at + 1);
  else stop();
  isPlaying = false;
}

function start() {
  if (at >= count) go(0);
  playButton.setAttribute("aria-pressed", "true");
  timer = setInterval(playOn, Number(speed.value));
}

playButton.addEventListener("click", () => (timer ? stop() : start()));
speed.addEventListener("change", () => timer && (stop(), start()));
slider.addEventListener("input", () => go(Number(slider.value)));
ready("replay");
