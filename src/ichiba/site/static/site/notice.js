// Tells the player that it's their turn: with the title and icon of the tab, a sound and, if enabled, a
// notification while the page is hidden.
import { sound } from "./sounds.js";

const bell = document.getElementById("bell");
const icon = document.querySelector("link[rel=icon]");
const calmIcon = icon.getAttribute("href");
const plainTitle = document.title;
const words = bell.title;
/** @type {boolean} */
let was = null;

/** @param {boolean} turn */
export function notice(turn) {
  const told = document.getElementById("table").dataset.turnTitle;
  document.title = turn ? `● ${told} · ${plainTitle}` : plainTitle;
  icon.setAttribute("href", turn ? icon.dataset.turn : calmIcon);
  if (turn && was === false) {
    sound("turn");
    if (document.hidden && isOn()) notify(told);
  }
  was = turn;
}

const permission = () => window.Notification?.permission;
const isOn = () => permission() === "granted" && localStorage.getItem("bell") === "on";

/** @param {string} told */
function notify(told) {
  try {
    const shown = new Notification(told, { body: plainTitle, tag: location.pathname });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones allow notifications only from installed web apps.
  }
}

function show() {
  bell.hidden = !window.Notification;
  bell.ariaPressed = String(isOn());
  bell.title = permission() === "denied" ? bell.dataset.denied : words;
}
// Request permission only after a click, when it is clear what for.
bell.addEventListener("click", async () => {
  const on = !isOn();
  if (on && permission() === "default") await Notification.requestPermission();
  localStorage.setItem("bell", on ? "on" : "off");
  show();
});
show();
