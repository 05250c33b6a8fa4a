// What HTML cannot do at a table: notice of turn, sounds, tabs, the state of the connection.
import { mayBeShown, pulse } from "./connection.js";
import "./copy.js";
import { countUp, note, play } from "./motion.js";

const table = () => document.getElementById("table");
const muteButton = document.getElementById("mute");
const plainTitle = document.title;
let version = table().dataset.version;
let status = table().dataset.status;
let wasTurn = table().dataset.turn === "yes";

// --- Sound: three soft tones, made here.
const TONES = { turn: [660, 880], coin: [1200], reveal: [520] };
let audio;
function sound(kind) {
  if (localStorage.getItem("muted") === "yes") return;
  try {
    audio ??= new AudioContext();
    TONES[kind].forEach((pitch, place) => {
      const start = audio.currentTime + place * 0.14;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.06, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.4);
    });
  } catch {
    // A browser without sound is a quiet browser.
  }
}
function showMute() {
  muteButton.hidden = false;
  muteButton.setAttribute("aria-pressed", localStorage.getItem("muted") === "yes");
}
muteButton.addEventListener("click", () => {
  localStorage.setItem("muted", localStorage.getItem("muted") === "yes" ? "no" : "yes");
  showMute();
});
showMute();

// --- Notice of turn: title, icon, sound, and a notification if the page is hidden.
const icon = document.querySelector("link[rel=icon]");
const calmIcon = icon.getAttribute("href");
function notice(turn) {
  document.title = turn ? `● ${table().dataset.turnTitle} · ${plainTitle}` : plainTitle;
  icon.setAttribute("href", turn ? icon.dataset.turn : calmIcon);
  if (turn && !wasTurn) {
    sound("turn");
    if (document.hidden && window.Notification?.permission === "granted") {
      new Notification(table().dataset.turnTitle, { body: plainTitle, tag: location.pathname });
    }
  }
  wasTurn = turn;
}
document.addEventListener("click", () => {
  if (window.Notification?.permission === "default") Notification.requestPermission();
}, { once: true });

// --- What is new on the table is put in its place, and the pieces travel there.
document.addEventListener("htmx:before:swap", (event) => {
  if (mayBeShown(event.detail)) note();
  else event.preventDefault();
});
document.addEventListener("htmx:finally:swap", play);

document.addEventListener("htmx:after:swap", () => {
  const now = table();
  if (now.dataset.version === version) return;
  version = now.dataset.version;
  const newest = document.querySelector("#log .log-line");
  if (newest?.classList.contains("kind-bought")) sound("coin");
  if (newest?.classList.contains("kind-valued")) sound("reveal");
  notice(now.dataset.turn === "yes");
  if (status === "running" && now.dataset.status === "finished") countUp();
  status = now.dataset.status;
});
notice(wasTurn);

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
