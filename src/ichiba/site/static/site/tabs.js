// The tabs beside the board: now, log, chat and rules.
import { ready } from "./ready.js";
import { isFramed } from "./tray.js";

const tabs = [...document.querySelectorAll("[role=tab]")];
const rulesTab = document.getElementById("tab-rules");
const rules = document.getElementById("panel-rules");
/** @type {Promise<void>} */
let loading = null;

// Shows the panel of a tab.
/** @param {HTMLElement} tab */
export function choose(tab) {
  open(tab);
  if (tab === rulesTab) showRule(document.getElementById("table").dataset.rule, "nearest");
}

/** @param {HTMLElement} tab */
function open(tab) {
  for (const one of tabs) {
    const chosen = one === tab;
    one.ariaSelected = String(chosen);
    one.tabIndex = chosen ? 0 : -1;
    document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
  }
}

// The rules are loaded when somebody wants to read them. Until then the panel has a link to their page.
async function loadRules() {
  const answer = await fetch(rules.dataset.rules, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(answer.statusText);
  rules.innerHTML = await answer.text();
  // The notes on signs are on the page of the rules. The table stays open.
  for (const sign of rules.querySelectorAll(".rule-sign")) sign.setAttribute("target", "_blank");
}

/** @type {(name: string, block: ScrollLogicalPosition) => Promise<HTMLElement>} */
async function showRule(name, block) {
  try {
    await (loading ??= loadRules());
  } catch {
    loading = null; // try again the next time
  }
  const chapter = document.getElementById(`rule-${name}`);
  chapter?.scrollIntoView({ block });
  return chapter;
}

for (const tab of tabs) {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
}

// Only the frame has the pane “Now”, and only while a game is shown that goes on: in narrow windows, what it
// shows is above the board and in the tray.
const nowTab = document.getElementById("tab-now");
const hasNow = () => isFramed() && Boolean(document.querySelector("#tray:not([hidden]) #now"));
let had = true;
function lookForNow() {
  const has = hasNow();
  if (!has && nowTab.ariaSelected === "true") open(document.getElementById("tab-log"));
  if (has && !had) open(nowTab);
  if (has) document.getElementById("panel-now").setAttribute("aria-owns", "now");
  else document.getElementById("panel-now").removeAttribute("aria-owns");
  had = has;
}
export function showNow() {
  if (hasNow()) open(nowTab);
}
addEventListener("resize", lookForNow);
document.addEventListener("htmx:after:swap", lookForNow);
lookForNow();

// Links to chapters of the rules, anywhere on the page.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-chapter]");
  if (!link) return;
  event.preventDefault();
  open(rulesTab);
  const chapter = await showRule(link.dataset.chapter, "start");
  if (!chapter) return;
  chapter.tabIndex = -1;
  chapter.focus({ preventScroll: true });
});

// The log is a single tab stop. The arrow keys move between its lines.
document.getElementById("panel-log").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const lines = [...document.querySelectorAll("#log :is(a, summary)")];
  const shown = lines.filter((line) => line.checkVisibility());
  const next = shown.findIndex((line) => line === document.activeElement) + step;
  shown[Math.min(Math.max(next, 0), shown.length - 1)]?.focus();
});
ready("tabs");
