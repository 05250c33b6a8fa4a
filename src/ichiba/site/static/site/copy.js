// Buttons that copy something, and say so.
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = button.parentElement.querySelector("input");
    field?.select();
    document.execCommand("copy");
  }
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-address]");
  if (button) copy(button.dataset.copy || location.href.split("?")[0], button);
});
