// What HTML cannot do at a table: new positions with movement and sound, tabs, a check of the shuffle.
import { mayBeShown, pulse } from "./connection.js";
import "./copy.js";
import { countUp, note, play } from "./motion.js";
import { notice } from "./notice.js";
import { soundOfTheLog } from "./sounds.js";
import { showTimes } from "./times.js";

const table = () => document.getElementById("table");
let version = table().dataset.version;
let status = table().dataset.status;

// --- What is new on the table is put in its place, and the pieces travel there.
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
  if (status === "running" && now.dataset.status === "finished") countUp();
  status = now.dataset.status;
});
notice(table().dataset.turn === "yes");

// A hidden tab lets go of its stream, so that many tabs can be open; it asks now and then instead.
setInterval(async () => {
  if (!document.hidden || table().dataset.status !== "running") return;
  try {
    notice((await pulse()).turn);
  } catch {
    // The stream says that the connection is lost once the tab is looked at again.
  }
}, 8000);

// --- Tabs beside the board.
const tabs = [...document.querySelectorAll("[role=tab]")];
function choose(tab, focus) {
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (focus) tab.focus();
  if (tab.id === "tab-rules") {
    document.getElementById(`rule-${table().dataset.rule}`)?.scrollIntoView({ block: "nearest" });
  }
}
for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choose(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length], true);
  });
}

// A chapter of the rules, named by a link anywhere on the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-chapter]");
  const chapter = link && document.getElementById(`rule-${link.dataset.chapter}`);
  if (!chapter) return;
  event.preventDefault();
  choose(document.getElementById("tab-rules"));
  chapter.scrollIntoView({ block: "start" });
  chapter.tabIndex = -1;
  chapter.focus({ preventScroll: true });
});

// The log is one stop for the Tab key; the arrows go from line to line.
document.getElementById("panel-log").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const lines = [...document.querySelectorAll("#log a")];
  const next = lines.indexOf(document.activeElement) + step;
  lines[Math.min(Math.max(next, 0), lines.length - 1)]?.focus();
});

// --- Chat: an empty line after sending.
document.addEventListener("htmx:after:request", (event) => {
  if (event.target.id === "chat-form") event.target.reset();
});

// --- The check of the shuffle.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-check-seed]");
  if (!button) return;
  const bytes = new TextEncoder().encode(button.dataset.checkSeed);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const good = hex === button.dataset.hash;
  document.getElementById("seed-check").textContent = good ? button.dataset.good : button.dataset.bad;
});
