// Copy buttons with feedback.
import { ready } from "./ready.js";

/**
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = button.parentElement.querySelector("input");
    field?.select();
    document.execCommand("copy");
  }
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button.dataset.copy, button);
});
ready("copy");
