// The settings at a table, saved as soon as they are changed.
//
// On a phone the header has no room for sound, notifications and theme, so they are moved here.
const phone = matchMedia("(max-width: 480px)");
const tools = ["sound", "bell", "theme"].map((id) => document.getElementById(id));
const header = document.querySelector(".top-tools");
const panel = document.getElementById("preferences-tools");
function placeTools() {
  if (phone.matches) panel.append(...tools);
  else header.querySelector("[popovertarget=preferences]").after(...tools);
}
phone.addEventListener("change", placeTools);
placeTools();

const live = document.getElementById("live");
const form = /** @type {HTMLFormElement} */ (document.getElementById("preferences-form"));

async function save() {
  const chosen = new URLSearchParams(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  );
  live.dataset.speed = chosen.get("speed");
  live.dataset.ask = chosen.get("ask");
  try {
    await fetch(form.action, { method: "POST", body: chosen });
  } catch {
    // The settings still apply on this page, and the next change sends them all again.
  }
}
form.addEventListener("change", save);
// Until now the form had to be saved with its button. Save what has been changed already.
form.dataset.savesItself = "";
const choices = [...form.querySelectorAll("input")];
if (choices.some((one) => one.checked !== one.defaultChecked)) save();
