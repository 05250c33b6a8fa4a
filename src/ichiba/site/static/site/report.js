// Reports of problems: the position that is shown goes into the link, and the window into the form.
document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement} */
  const link = event.target.closest("a[data-report]");
  if (!link) return;
  const { past, number } = document.getElementById("table").dataset;
  const address = new URL(link.href);
  address.searchParams.set("at", past ?? number ?? "0");
  address.searchParams.set("page", location.pathname);
  link.href = address.href;
});

/** @type {HTMLInputElement} */
const size = document.querySelector("#report [name=window]");
if (size) size.value = `${innerWidth}×${innerHeight}`;
