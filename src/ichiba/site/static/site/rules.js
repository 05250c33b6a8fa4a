// The rules page: search as one types, and printing. Everything is on the page, so it works offline too.
import { keep } from "./offline.js";
import { ready } from "./ready.js";
import { search } from "./search.js";

search(
  /** @type {HTMLInputElement} */ (document.getElementById("rules-search")),
  document.getElementById("rules-found"),
);
document.getElementById("print")?.addEventListener("click", () => print());
ready("rules");
keep();
