// The game on the front page goes on to the next position, but only while somebody can see it and
// wants movement. The server says once which positions follow, so each step is only a picture.
import { ready } from "./ready.js";

const box = document.getElementById("playing");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let inSight = false;
let paused = false;

const picture = () => /** @type {HTMLElement} */ (box.querySelector(".playing-picture"));
const pauseButton = () => document.getElementById("playing-pause");

/** @param {string} at */
async function show(at) {
  const images = [...picture().querySelectorAll("img")];
  const next = images.map((image) => image.src.replace(/\/\d+\/(\w+\.svg)/, `/${at}/$1`));
  const seen = images.findIndex((image) => image.offsetWidth > 0);
  const fetched = new Image();
  fetched.src = next[Math.max(seen, 0)];
  await fetched.decode();
  images.forEach((image, number) => (image.src = next[number]));
}

async function ask() {
  const answer = await fetch(box.dataset.address);
  if (answer.status !== 200) return;
  const made = document.createElement("template");
  made.innerHTML = await answer.text();
  const [now, then] = [picture(), made.content.querySelector(".playing-picture")];
  if (now.getAttribute("href") !== then.getAttribute("href")) box.replaceChildren(made.content);
  else if (now.dataset.at !== then.dataset.at) await show(then.dataset.at);
  Object.assign(picture().dataset, { at: then.dataset.at, following: then.dataset.following });
  enable();
}

async function step() {
  if (!inSight || paused || document.hidden || still.matches) return;
  const [at, ...following] = picture().dataset.following.split(" ").filter(Boolean);
  try {
    if (at === undefined) await ask();
    else {
      await show(at);
      Object.assign(picture().dataset, { at, following: following.join(" ") });
    }
  } catch {
    // Offline, or the game is no longer shown: the next step asks again.
    picture().dataset.following = "";
  }
}

function enable() {
  pauseButton().hidden = still.matches;
  pauseButton().setAttribute("aria-pressed", String(paused));
  ready("playing");
}

if (box) {
  new IntersectionObserver(([one]) => (inSight = one.isIntersecting)).observe(box);
  box.addEventListener("click", (event) => {
    if (!event.target.closest("#playing-pause")) return;
    paused = !paused;
    pauseButton().setAttribute("aria-pressed", String(paused));
  });
  still.addEventListener("change", enable);
  // After a pause or in a tab that was hidden, the clock has gone on: ask where the game is now.
  document.addEventListener("visibilitychange", () => (picture().dataset.following = ""));
  setInterval(step, Number(box.dataset.pace) * 1000);
  enable();
}
