// The set-up form: shows one row for each player, and says whether the game starts at once.
const start = document.getElementById("setup-start");

const update = () => {
  /** @type {HTMLInputElement} */
  const chosen = document.querySelector("[name=players]:checked");
  const players = Number(chosen?.value || 0);
  let invited = false;
  for (const row of document.querySelectorAll(".seat-row")) {
    row.hidden = Number(row.dataset.seat) >= players;
    invited ||= !row.hidden && row.querySelector("select").value === "friend";
  }
  start.textContent = invited ? start.dataset.together : start.dataset.alone;
};

// Advice for a first game gives way when somebody chooses what it can't be combined with.
/** @param {Event} event */
const giveWay = (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  /** @type {NodeListOf<HTMLInputElement>} */
  const advice = document.querySelectorAll("[data-excludes]");
  for (const one of advice) {
    const excluded = one.dataset.excludes.split(" ").map((option) => `option-${option}`);
    if (excluded.includes(name)) one.checked = false;
  }
};
// Only what applies to the chosen time limit is shown.
const limits = /** @type {HTMLElement} */ (document.querySelector("[data-time-limit]"));
const showTimeLimit = () => {
  const pace = /** @type {HTMLSelectElement} */ (limits.querySelector("[name=pace]")).value;
  const overDays = limits.dataset.overDays.split(" ").includes(pace);
  /** @type {Record<string, boolean>} */
  const applies = { own: pace === "own", any: pace !== "none", days: overDays };
  for (const part of limits.querySelectorAll("[data-time]")) {
    part.hidden = !applies[part.dataset.time];
  }
};

if (limits) {
  document.addEventListener("change", showTimeLimit);
  showTimeLimit();
}
document.addEventListener("change", update);
document.addEventListener("change", giveWay);
update();
