// Keyboard shortcuts: digits choose from the tray, u undoes, h asks for a hint, s skips, ? shows the list of
// shortcuts.
import { forget } from "./ask.js";
import { close as closeHint } from "./hint.js";
import { isShown } from "./tray.js";

/** @param {string} id */
const find = (id) => document.getElementById(id);
const help = /** @type {HTMLDialogElement} */ (find("keys"));

// The choices in the tray, in order.
const ways = () => [...document.querySelectorAll("#tray button.can")].filter(isShown);

/** @param {Event} event */
export const isTyping = (event) =>
  event.target.matches?.(
    "input:not([type=radio], [type=checkbox], [type=range]), select, textarea",
  ) || document.querySelector("dialog[open], [popover]:popover-open");

/** @type {Record<string, () => void>} */
const KEYS = {
  u: () => press(find("undo")),
  h: () => press(find("hint")),
  s: () => press(find("skip")),
  "?": () => help.showModal(),
};

/** @param {HTMLElement} button */
function press(button) {
  if (button && !button.matches(":disabled") && isShown(button)) button.click();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key === "Escape" && (forget() || closeHint())) {
    event.preventDefault();
    return;
  }
  if (isTyping(event)) return;
  const way = /^[1-9]$/.test(event.key) ? ways()[Number(event.key) - 1] : null;
  if (way) {
    document.body.classList.add("with-keys");
    way.focus({ preventScroll: true });
    way.click();
  } else if (event.key in KEYS) KEYS[event.key]();
  else return;
  event.preventDefault();
});

// Label the first nine choices with their digits.
function number() {
  ways().forEach((way, place) => {
    if (place < 9) way.dataset.key = String(place + 1);
    else delete way.dataset.key;
  });
}
document.addEventListener("htmx:after:swap", number);
number();
