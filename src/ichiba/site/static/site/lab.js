// The form of the lab: a slider and a field for each number, and a list of what is changed.
import { ready } from "./ready.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector(".lab-form"));
const told = document.getElementById("lab-changed");
/** @type {NodeListOf<HTMLInputElement>} */
const fields = form.querySelectorAll("[data-printed]");
/** @type {Map<string, HTMLInputElement>} */
const sliders = new Map();
for (const slider of form.querySelectorAll("[data-for]")) {
  sliders.set(slider.dataset.for, /** @type {HTMLInputElement} */ (slider));
}

const tell = () => {
  const changed = [];
  for (const field of fields) {
    const differs = field.value !== "" && field.value !== field.dataset.printed;
    field.parentElement.classList.toggle("changed", differs);
    if (differs) changed.push(`${field.name.replace("change-", "")} = ${field.value}`);
  }
  const text = changed.length ? `${told.dataset.some} ${changed.join(", ")}` : told.dataset.none;
  if (told.textContent !== text) told.textContent = text;
};

form.addEventListener("input", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.dataset.for) {
    /** @type {HTMLInputElement} */ (document.getElementById(input.dataset.for)).value =
      input.value;
  } else if (sliders.has(input.name)) {
    sliders.get(input.name).value = input.value;
  }
  tell();
});

document.getElementById("lab-reset").addEventListener("click", () => {
  for (const field of fields) {
    field.value = field.dataset.printed;
    sliders.get(field.name).value = field.value;
  }
  tell();
});

tell();
ready("lab");
