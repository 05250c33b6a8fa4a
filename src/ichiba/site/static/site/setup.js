// Shows one row for each player.
const update = () => {
  /** @type {HTMLInputElement} */
  const chosen = document.querySelector("[name=players]:checked");
  const players = Number(chosen?.value || 0);
  for (const row of document.querySelectorAll(".seat-row")) {
    row.hidden = Number(row.dataset.seat) >= players;
  }
};
document.addEventListener("change", update);
update();
