// Keeps details open when a new position arrives: those with `data-keep="decision"` as long as the
// decision is the same, those with `data-keep="since"` until the player acts, and those with
// `data-keep="page"` for good. Otherwise they would close under the player's finger.
import { decision } from "./tray.js";

/** @type {Record<string, (next: ParentNode) => boolean>} */
const lasts = {
  decision: (next) => decision(next) === decision(),
  since: (next) => Boolean(next.querySelector(".since:not([hidden])")),
  page: () => true,
};

document.addEventListener("htmx:before:swap", ({ detail }) => {
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const open = document.querySelectorAll("details[data-keep][open]");
  for (const { fragment } of detail.tasks) {
    for (const { id, dataset } of open) {
      const next = fragment.querySelector(`#${CSS.escape(id)}`);
      if (next && lasts[dataset.keep](fragment)) next.setAttribute("open", "");
    }
  }
});
