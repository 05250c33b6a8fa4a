// Counts the players' clocks down, by the time of the server. Whoever can't see them is told once when
// little time is left, and not every second.
import { ready } from "./ready.js";

const said = document.getElementById("clock-said");
// The server's time minus this device's.
const offset = Date.parse(said.dataset.now) - Date.now();
const [MINUTE, HOUR, DAY] = [60, 3600, 86400];
/** @type {Set<string>} */
const told = new Set();

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** @param {string} text @param {Record<string, number | string>} amounts */
const filled = (text, amounts) =>
  text.replace(/{(\w+)}/g, (_, /** @type {string} */ name) => String(amounts[name]));

// Like `in_figures` in clock_faces.py.
/**
 * @param {number} seconds
 * @param {boolean} overDays
 */
export function inFigures(seconds, overDays) {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (overDays && days) return filled(said.dataset.days, { days, hours: hours % 24 });
  if (overDays) return filled(said.dataset.hours, { hours, minutes: two(minutes) });
  const rest = two(seconds % MINUTE);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * @param {string} ends
 * @param {boolean} live
 */
function warn(ends, live) {
  if (told.has(ends)) return;
  told.add(ends);
  said.textContent = live ? said.dataset.minute : said.dataset.little;
}

export function showClocks() {
  const now = Date.now() + offset;
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const { ends, low, overDays } = clock.dataset;
    const left = Math.max(Math.ceil((Date.parse(ends) - now) / 1000), 0);
    const text = inFigures(left, overDays !== undefined);
    if (clock.textContent !== text) clock.textContent = text;
    const isLow = left <= Number(low);
    clock.classList.toggle("low", isLow);
    if (isLow && left && clock.dataset.own !== undefined) warn(ends, Number(low) <= MINUTE);
  }
}

showClocks();
setInterval(showClocks, 500);
document.addEventListener("htmx:after:swap", showClocks);
ready("clocks");
