// Light or dark theme: the system's, unless chosen here. Runs before the first paint.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const theme = localStorage.getItem("theme") || (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
  };
  show();
  system.addEventListener("change", show);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#theme")) return;
    const now = document.documentElement.dataset.theme;
    localStorage.setItem("theme", now === "dark" ? "light" : "dark");
    show();
  });
})();
