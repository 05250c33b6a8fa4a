// The standings: numbers that have changed light up, and the gain or the loss rises from them.
import { signed } from "./numbers.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Map<string, number>} */
let before = null;

const numbers = () => [...document.querySelectorAll("[data-figure]")];

document.addEventListener("htmx:before:swap", () => {
  before ??= new Map(numbers().map((one) => [one.dataset.figure, Number(one.dataset.value)]));
});
document.addEventListener("htmx:finally:swap", () => {
  const was = before ?? new Map();
  before = null;
  if (still.matches) return;
  for (const one of numbers()) {
    const by = Number(one.dataset.value) - (was.get(one.dataset.figure) ?? NaN);
    if (by) tell(one, by);
  }
});

/** @type {(number: HTMLElement, by: number) => void} */
function tell(number, by) {
  const said = document.createElement("span");
  said.className = `risen ${by > 0 ? "up" : "down"}`;
  said.ariaHidden = "true";
  said.textContent = signed(by);
  number.parentElement.append(said);
  number.classList.add("has-changed");
  setTimeout(() => {
    said.remove();
    number.classList.remove("has-changed");
  }, 1600);
}
