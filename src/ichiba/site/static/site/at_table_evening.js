// The games of an evening, of all titles: results, and how often each player has won.
const PLACE = "ichiba-evening";

/** @typedef {{title: string, names: string[], scores: string[], winners: number[]}} Result */

/**
 * @param {HTMLElement} section
 * @param {string} language
 */
export function evening(section, language) {
  const list = section.querySelector("ol");
  const wins = document.getElementById("wins");
  const row = new Intl.ListFormat(language, { type: "unit" });
  /** @type {Result[]} */
  let results = read();

  function show() {
    section.hidden = !results.length;
    list.replaceChildren(
      ...results.map(({ title, names, scores, winners }) => {
        const item = document.createElement("li");
        const told = names.map(
          (name, seat) => `${name} ${scores[seat]}${winners.includes(seat) ? " ★" : ""}`,
        );
        item.textContent = list.dataset.text
          .replace("{title}", () => title)
          .replace("{results}", () => row.format(told));
        return item;
      }),
    );
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { names, winners } of results)
      for (const seat of winners) counts.set(names[seat], (counts.get(names[seat]) ?? 0) + 1);
    const ranked = [...counts]
      .sort((one, other) => other[1] - one[1])
      .map(([name, count]) => `${name} ${count}`);
    wins.textContent = wins.dataset.text.replace("{wins}", row.format(ranked));
  }

  function write() {
    try {
      localStorage.setItem(PLACE, JSON.stringify(results));
    } catch {
      // Without storage, the results stay until the page is closed.
    }
    show();
  }

  document.getElementById("new-evening").addEventListener("click", () => {
    results = [];
    write();
  });
  show();
  return {
    /** @param {Result} result */
    add(result) {
      results.push(result);
      write();
    },
  };
}

/** @returns {Result[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
