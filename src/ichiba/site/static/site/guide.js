// The guided first game: shows each explanation the first time it matters, until it is understood.
// Whether a table is guided, and what has been understood there, is remembered by the browser.
const place = `ichiba-guide-${location.pathname}`;
const read = () => JSON.parse(localStorage.getItem(place) ?? "null");
const write = (state) => localStorage.setItem(place, JSON.stringify(state));
const button = document.getElementById("guide-switch");

if (new URLSearchParams(location.search).has("guide")) {
  if (!read()) write({ on: true, seen: [] });
  history.replaceState(null, "", location.pathname);
}

function show() {
  const state = read() ?? { on: false, seen: [] };
  const cards = [...document.querySelectorAll("[data-guide]")];
  const next = state.on && cards.find((card) => !state.seen.includes(card.dataset.guide));
  for (const card of cards) card.hidden = card !== next;
  button.hidden = !document.getElementById("guide");
  button.ariaPressed = String(state.on);
}

document.addEventListener("click", (event) => {
  const understood = event.target.closest("[data-understood]");
  if (understood) {
    const state = read();
    write({ ...state, seen: [...state.seen, understood.dataset.understood] });
    show();
    document.querySelector("#guide [data-guide]:not([hidden]) button, #table")?.focus();
  }
  if (event.target.closest("#guide-switch")) {
    // Switched on again, it begins again.
    const on = !read()?.on;
    write({ on, seen: on ? [] : (read()?.seen ?? []) });
    show();
  }
});
document.addEventListener("htmx:after:swap", show);
show();
