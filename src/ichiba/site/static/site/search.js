// Shows only the parts of a page, marked by `data-found`, that contain all the words one types.

/** @param {string} text */
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} status says how many parts were found
 */
export function search(field, status) {
  const parts = [...document.querySelectorAll("[data-found]:not([role=status])")];
  const texts = parts.map((part) => plain(part.textContent));
  const show = () => {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean);
    document.body.classList.toggle("searching", wanted.length > 0);
    let count = 0;
    parts.forEach((part, place) => {
      part.hidden = !wanted.every((word) => texts[place].includes(word));
      count += part.hidden ? 0 : 1;
    });
    highlight(
      parts.filter((part) => !part.hidden),
      wanted,
    );
    if (!wanted.length) status.textContent = "";
    else
      status.textContent = count
        ? status.dataset.found.replace("{count}", String(count))
        : status.dataset.none;
  };
  field.addEventListener("input", show);
  // A link to a part must reach it, even if the search has hidden it.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[data-found][hidden]")) return;
    field.value = "";
    show();
    target.scrollIntoView();
  });
  show();
}

/**
 * Marks the words, in browsers that can do this without changing the page.
 * @param {HTMLElement[]} parts
 * @param {string[]} words
 */
function highlight(parts, words) {
  if (!("highlights" in CSS)) return;
  const ranges = [];
  for (const part of words.length ? parts : []) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      const text = node.data.toLowerCase();
      if (text.length !== node.data.length) continue;
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}
