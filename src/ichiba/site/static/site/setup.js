// Shows as many places as there are players.
const update = () => {
  const players = Number(document.querySelector("[name=players]:checked")?.value || 0);
  for (const row of document.querySelectorAll(".seat-row")) {
    row.hidden = Number(row.dataset.seat) >= players;
  }
};
document.addEventListener("change", update);
update();
