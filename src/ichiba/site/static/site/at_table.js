// The page for the real table: set-up helper, piles to draw from, and score pad. All of it works without a
// network; what is entered stays in this browser.
import { evening } from "./at_table_evening.js";
import { piles } from "./at_table_piles.js";
import { figure, yen } from "./numbers.js";
import { keep } from "./offline.js";
import { ready } from "./ready.js";
import { search } from "./search.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("#at-table");
const { script, name } = form.dataset;
const numbers = JSON.parse(form.dataset.numbers);
const title = await import(script);
const PLACE = `ichiba-at-table-${name}`;
const language = document.documentElement.lang;
const random = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;

/** @param {string[]} items */
function listed(items) {
  const { comma, and } = form.dataset;
  return items.reduce((said, item, place) =>
    (place === items.length - 1 ? and : comma)
      .replace("{first}", () => said)
      .replace("{last}", () => item),
  );
}
const shown = form.dataset.unit === "yen" ? yen : figure;
/** @type {NodeListOf<HTMLInputElement>} */
const inputs = form.querySelectorAll("input[name]");
/** @type {NodeListOf<HTMLInputElement>} */
const choices = form.querySelectorAll("[data-choice]");

const players = () =>
  Number(/** @type {HTMLInputElement} */ (form.querySelector("[name=players]:checked")).value);
/** @param {number} seat */
const nameOf = (seat) => {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(`name-${seat}`));
  return field.value.trim() || field.placeholder;
};
/** @param {Set<string>} on @param {string} needs */
const isMet = (on, needs) =>
  needs.split(" ").every((one) => !one || (one[0] === "-" ? !on.has(one.slice(1)) : on.has(one)));

// What is switched on. An option that needs another one counts only with it.
function switchedOn() {
  const checked = new Set(
    [...choices].filter((one) => one.checked).map((one) => one.dataset.choice),
  );
  const on = [...choices].filter((one) => one.checked && isMet(checked, one.dataset.needs));
  return new Set(on.map((one) => one.dataset.choice));
}

function update() {
  const [number, on] = [players(), switchedOn()];
  for (const one of form.querySelectorAll("[data-players], [data-shows], [data-seat]")) {
    const { players: some, shows, seat } = one.dataset;
    const fits = !some || some.split(" ").includes(String(number));
    one.hidden = !fits || !isMet(on, shows ?? "") || Number(seat ?? 0) >= number;
  }
  for (const step of form.querySelectorAll(".table-step"))
    step.hidden = !step.querySelector("li:not([hidden])");
  addUp(number, on);
  drawing.update(number, on);
  save();
}

/** @param {Element} part */
function sheetOf(part) {
  /** @type {Record<string, number>} */
  const sheet = {};
  /** @type {NodeListOf<HTMLInputElement>} */
  const entries = part.querySelectorAll("[data-entry]");
  for (const one of entries) {
    const { entry, start } = one.dataset;
    const most = Math.max(
      Number(one.min),
      Math.min(Number(one.max), Math.floor(Number(one.value) || 0)),
    );
    const usual = one.type === "checkbox" ? Number(one.checked) : most;
    sheet[entry] = one.closest("[hidden]") ? Number(start) : usual;
  }
  return sheet;
}

/** @param {number} number @param {Set<string>} on */
function addUp(number, on) {
  const shared = {
    ...Object.fromEntries([...on].map((one) => [one, 1])),
    ...sheetOf(document.getElementById("shared")),
  };
  const sheets = [...form.querySelectorAll(".table-own")].slice(0, number).map(sheetOf);
  const result = title.score(numbers, shared, sheets);
  const told = document.getElementById("winners");
  document.getElementById("keep-score").toggleAttribute("disabled", Boolean(result.problem));
  for (const cell of form.querySelectorAll("[data-part] [data-seat]")) {
    const part =
      result.parts?.[Number(cell.dataset.seat)]?.[cell.closest("[data-part]").dataset.part];
    cell.textContent = part === undefined ? "" : shown(part);
  }
  for (const cell of form.querySelectorAll("[data-total]")) {
    const total = result.totals?.[Number(cell.dataset.total)];
    cell.textContent = total === undefined ? "" : shown(total);
  }
  for (const cell of form.querySelectorAll("thead [data-seat]"))
    cell.querySelector("span").textContent = nameOf(Number(cell.dataset.seat));
  for (const legend of form.querySelectorAll(".table-own legend span"))
    legend.textContent = nameOf(Number(legend.dataset.of));
  if (result.problem) {
    told.textContent = told.dataset.problem;
    return null;
  }
  const names = listed(result.winners.map(nameOf));
  const sentence = result.winners.length > 1 ? told.dataset.many : told.dataset.one;
  told.textContent = sentence
    .replace("{names}", () => names)
    .replace("{score}", shown(Math.max(...result.totals)));
  return result;
}

// --- Random choices

document.getElementById("first").addEventListener("click", () => {
  const told = document.getElementById("first-player");
  told.textContent = told.dataset.text.replace("{name}", nameOf(Math.floor(random() * players())));
});

document.getElementById("draw-setup")?.addEventListener("click", () => {
  for (const list of form.querySelectorAll("[data-shuffled]")) {
    const lines = [...list.children];
    while (lines.length) list.append(...lines.splice(Math.floor(random() * lines.length), 1));
  }
  if (title.draw) {
    const drawn = new Set(title.draw(numbers, players(), switchedOn(), random));
    for (const one of choices) if (one.dataset.group) one.checked = drawn.has(one.dataset.choice);
  }
  update();
});

// --- What was entered stays

function save() {
  const values = Object.fromEntries(
    [...inputs]
      .filter((one) => one.type !== "radio" || one.checked)
      .map((one) => [one.name, one.type === "checkbox" ? one.checked : one.value]),
  );
  try {
    localStorage.setItem(PLACE, JSON.stringify(values));
  } catch {
    // Without storage, everything works until the page is closed.
  }
}

function restore() {
  /** @type {Record<string, any>} */
  let values = {};
  try {
    values = JSON.parse(localStorage.getItem(PLACE)) ?? {};
  } catch {
    // The same.
  }
  for (const one of inputs) {
    if (!(one.name in values)) continue;
    if (one.type === "radio") one.checked = values[one.name] === one.value;
    else if (one.type === "checkbox") one.checked = values[one.name] === true;
    else one.value = values[one.name];
  }
}

function empty() {
  /** @type {NodeListOf<HTMLInputElement>} */
  const entries = form.querySelectorAll("[data-entry]");
  for (const one of entries) {
    if (one.type === "checkbox") one.checked = false;
    else one.value = one.dataset.start;
  }
  update();
}

/** @param {string} name @param {boolean} on */
const bring = (name, on) => {
  const choice = [...choices].find((one) => one.dataset.choice === name);
  if (choice) choice.checked = on;
  update();
};
const drawing = piles(
  document.getElementById("piles"),
  JSON.parse(form.dataset.piles),
  random,
  isMet,
  bring,
);
const saved = evening(document.getElementById("evening"), language);
document.getElementById("empty").addEventListener("click", empty);
document.getElementById("keep-score").addEventListener("click", () => {
  const result = addUp(players(), switchedOn());
  if (!result) return;
  const names = result.totals.map((/** @type {number} */ _, /** @type {number} */ seat) =>
    nameOf(seat),
  );
  saved.add({
    title: form.dataset.title,
    names,
    scores: result.totals.map(shown),
    winners: result.winners,
  });
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", update);
restore();
update();
search(
  /** @type {HTMLInputElement} */ (document.getElementById("rules-search")),
  document.getElementById("rules-found"),
);
ready("at-table");
keep();
