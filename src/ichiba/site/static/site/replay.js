// Steps through a game: slider, buttons, arrow keys, and by itself at a chosen speed.
import { countUp, note, play } from "./motion.js";

const bar = document.getElementById("replay");
const slider = document.getElementById("replay-at");
const number = document.getElementById("replay-number");
const playButton = document.getElementById("replay-play");
const speed = document.getElementById("replay-speed");
const count = Number(bar.dataset.count);
let at = Number(bar.dataset.at);
let timer = null;
let loading = Promise.resolve();
const isOver = () => Boolean(document.querySelector(".total"));

function show(wanted) {
  at = Math.min(Math.max(wanted, 0), count);
  slider.value = at;
  number.textContent = `${at} / ${count}`;
  history.replaceState(null, "", `?at=${at}`);
  const here = at;
  loading = loading.then(() => {
    if (here !== at) return undefined; // a later step has been asked for meanwhile
    return htmx.ajax("GET", `${bar.dataset.base}${here}/`, {
      target: "#moment",
      swap: "outerMorph",
    });
  });
}

let wasOver = isOver();
document.addEventListener("htmx:before:swap", note);
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

function start() {
  playButton.setAttribute("aria-pressed", "true");
  if (at >= count) show(0);
  timer = setInterval(() => (at < count ? show(at + 1) : stop()), Number(speed.value));
}

playButton.addEventListener("click", () => (timer ? stop() : start()));
speed.addEventListener("change", () => timer && (stop(), start()));
slider.addEventListener("input", () => (stop(), show(Number(slider.value))));
for (const button of bar.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => (stop(), show(at + Number(button.dataset.step))));
}
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -count, End: count }[event.key];
  if (step) {
    event.preventDefault();
    stop();
    show(at + step);
  }
});
