// The script of a table's page: updates with animation and sound, and the check of the shuffle.
import { mayBeShown, pulse } from "./connection.js";
import "./copy.js";
import "./details.js";
import "./form_token.js";
import "./preferences.js";
import { note, play } from "./motion.js";
import { notice } from "./notice.js";
import { ready } from "./ready.js";
import "./since.js";
import { soundOfTheLog } from "./sounds.js";
import "./tabs.js";
import { showTimes } from "./times.js";

const table = () => document.getElementById("table");
let version = table().dataset.version;

// --- Swap in updates, and animate the pieces.
document.addEventListener("htmx:before:swap", (event) => {
  if (mayBeShown(event.detail)) note();
  else event.preventDefault();
});
document.addEventListener("htmx:finally:swap", play);

document.addEventListener("htmx:after:swap", () => {
  showTimes();
  const now = table();
  if (now.dataset.version === version) return;
  version = now.dataset.version;
  soundOfTheLog();
  notice(now.dataset.turn === "yes");
});
notice(table().dataset.turn === "yes");

// A hidden tab closes its stream, so that many tabs can be open. It polls instead.
setInterval(async () => {
  if (!document.hidden || table().dataset.status !== "running") return;
  try {
    notice((await pulse()).turn);
  } catch {
    // The stream reports the lost connection once the tab is visible again.
  }
}, 8000);

// --- The check of the shuffle.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-check-seed]");
  if (!button) return;
  const bytes = new TextEncoder().encode(button.dataset.checkSeed);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const good = hex === button.dataset.hash;
  document.getElementById("seed-check").textContent = good
    ? button.dataset.good
    : button.dataset.bad;
});
ready("table");
