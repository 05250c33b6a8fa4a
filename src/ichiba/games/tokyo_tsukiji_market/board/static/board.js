// What HTML cannot do on this board: an amount with a slider and steps, harbors that grow, and marks
// on what has changed since one's last turn.

// --- An amount: field, slider and steps say the same, and the button shows it.
function amount(box) {
  const field = box.querySelector("input[name=amount]");
  const slide = box.querySelector("[data-slide]");
  return { field, slide, shown: box.querySelector("[data-shown]") };
}

function setAmount(box, value) {
  const { field, slide, shown } = amount(box);
  const least = Number(field.min);
  const most = Number(field.max);
  const yen = Math.min(Math.max(Math.round(value / 100) * 100, least), most);
  field.value = yen;
  slide.value = yen;
  shown.textContent = `¥${yen.toLocaleString("en")}`;
}

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-amount]");
  if (!box) return;
  const { slide, shown } = amount(box);
  const yen = Number(event.target.value) || 0;
  if (event.target === slide) setAmount(box, yen);
  else {
    slide.value = yen;
    shown.textContent = `¥${yen.toLocaleString("en")}`;
  }
});
document.addEventListener("change", (event) => {
  const box = event.target.closest("[data-amount]");
  if (box) setAmount(box, Number(event.target.value) || 0);
});
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-amount] [data-step]");
  if (step) {
    const box = step.closest("[data-amount]");
    setAmount(box, Number(amount(box).field.value) + Number(step.dataset.step));
  }
  const larger = event.target.closest("[data-enlarge]");
  if (larger) {
    const page = document.documentElement;
    const same = page.dataset.large === larger.dataset.enlarge;
    if (same) delete page.dataset.large;
    else page.dataset.large = larger.dataset.enlarge;
  }
});

// --- What has changed since the end of one's last turn is marked with how much.
const place = `ichiba-seen-${location.pathname}`;
const read = () => JSON.parse(localStorage.getItem(place) ?? "null");
const values = () =>
  Object.fromEntries(
    [...document.querySelectorAll(".ttm [data-watch]")].map((one) => [one.dataset.watch, Number(one.dataset.value)]),
  );
let turn = null;

function mark() {
  const table = document.getElementById("table");
  if (!table) return; // a replay
  const now = table.dataset.turn === "yes";
  if ((turn && !now) || read() === null) localStorage.setItem(place, JSON.stringify(values()));
  turn = now;
  const before = read();
  for (const one of document.querySelectorAll(".ttm [data-watch]")) {
    const by = Number(one.dataset.value) - (before[one.dataset.watch] ?? Number(one.dataset.value));
    if (by) one.dataset.change = `${by > 0 ? "▲" : "▼"}${Math.abs(by).toLocaleString("en")}`;
    else delete one.dataset.change;
  }
}
document.addEventListener("htmx:after:swap", mark);
mark();
