// The end of a game: counts up the scores and celebrates once for each table, shows the final scoring
// one step at a time, and shares the page.
import { copy } from "./copy.js";
import { countUp } from "./motion.js";
import { ready } from "./ready.js";

const SEEN = "ichiba-ends"; // localStorage key for the tables whose celebration has been shown
const KEPT = 40;
const FESTIVE = 5600; // milliseconds until the animation is over
const seen = () => JSON.parse(localStorage.getItem(SEEN) ?? "[]");

function celebrate() {
  if (!document.querySelector("#end .end-festive")) return;
  const tables = seen();
  if (tables.includes(location.pathname)) return;
  localStorage.setItem(SEEN, JSON.stringify([...tables, location.pathname].slice(-KEPT)));
  countUp();
  document.body.classList.add("celebrating");
  setTimeout(() => document.body.classList.remove("celebrating"), FESTIVE);
}

// --- The scoring in steps. A swap shows all steps again, so the current one is stored here.
let step = 1;
/** @type {(by: number) => HTMLButtonElement} */
const steer = (by) => document.querySelector(`[data-reckoning="${by}"]`);
function showStep() {
  const steps = [...document.querySelectorAll("[data-reckoned]")];
  if (!steps.length) return;
  step = Math.min(Math.max(step, 1), steps.length);
  for (const one of steps) one.hidden = Number(one.dataset.reckoned) !== step;
  document.querySelector(".reckoning-steer").hidden = false;
  document.getElementById("reckoning-at").textContent = `${step} / ${steps.length}`;
  steer(-1).disabled = step === 1;
  steer(1).disabled = step === steps.length;
}

/** @param {HTMLElement} button */
async function share(button) {
  const address = location.href.split("?")[0];
  if (navigator.share) {
    const { share: text, shareTitle: title } = button.dataset;
    try {
      await navigator.share({ title, text, url: address });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the user cancelled
    }
  }
  await copy(address, button);
  const told = button.parentElement.querySelector("[data-copied]");
  told.textContent = told.dataset.copied;
}

document.addEventListener("click", (event) => {
  const way = event.target.closest("[data-reckoning]");
  if (way) {
    step += Number(way.dataset.reckoning);
    showStep();
  }
  const button = event.target.closest("[data-share]");
  if (button) share(button);
});

// When a game ends on an open page, the page jumps to the result, which is above the board. An earlier
// position stays where it is.
const isOver = () => Boolean(document.querySelector("#table:not([data-past]) #end"));
let wasOver = isOver();
function goToEnd() {
  if (!wasOver && isOver()) scrollTo({ top: 0, behavior: "instant" });
  wasOver ||= isOver();
}

function look() {
  goToEnd();
  showStep();
  celebrate();
}
document.addEventListener("htmx:after:swap", look);
look();
ready("end");
