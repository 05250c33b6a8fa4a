// Piles to draw from, one piece at a time: instead of a bag, a deck or a stack of boards.

/**
 * @typedef {{name: string, label: string, symbol: string, counts: Record<string, number>}} Thing
 * @typedef {{name: string, title: string, things: Thing[], needs: string, unless_on: boolean}} Pile
 */

/**
 * @param {HTMLElement} section
 * @param {Pile[]} all
 * @param {() => number} random
 * @param {(on: Set<string>, needs: string) => boolean} isMet
 * @param {(name: string, on: boolean) => void} bring brings what was drawn into play, or takes it back
 */
export function piles(section, all, random, isMet, bring) {
  const select = section.querySelector("select");
  const list = section.querySelector("ol");
  const left = document.getElementById("pile-left");
  /** @type {Record<string, Thing[]>} what was drawn from each pile */
  const drawn = {};
  for (const pile of all) drawn[pile.name] = [];
  let players = 2;
  /** @type {Set<string>} */
  let on = new Set();

  const current = () => all.find((pile) => pile.name === select.value);
  /** @param {Pile} pile */
  const rest = (pile) => {
    const pieces = pile.things.flatMap((thing) =>
      pile.unless_on && on.has(thing.name) ? [] : Array(thing.counts[players] ?? 0).fill(thing),
    );
    for (const thing of drawn[pile.name]) {
      const place = pieces.indexOf(thing);
      if (place >= 0) pieces.splice(place, 1);
    }
    return pieces;
  };

  function show() {
    const pile = current();
    if (!pile) return;
    list.replaceChildren(...drawn[pile.name].map(line));
    left.textContent = left.dataset.text.replace("{count}", String(rest(pile).length));
  }

  /** @param {Thing} thing */
  function line(thing) {
    const item = document.createElement("li");
    const picture = /** @type {HTMLTemplateElement} */ (
      document.getElementById("symbol")
    ).content.cloneNode(true);
    const use = /** @type {DocumentFragment} */ (picture).querySelector("use");
    use.setAttribute("href", `${use.getAttribute("href").split("#")[0]}#${thing.symbol}`);
    item.append(picture, " ", thing.label);
    return item;
  }

  section.querySelector("#draw-one").addEventListener("click", () => {
    const pile = current();
    const pieces = rest(pile);
    if (!pieces.length) return;
    const piece = pieces[Math.floor(random() * pieces.length)];
    drawn[pile.name].push(piece);
    if (pile.unless_on) bring(piece.name, true);
    show();
  });
  /** @param {number} count */
  const putBack = (count) => {
    const pile = current();
    for (const { name } of drawn[pile.name].splice(-count, count))
      if (pile.unless_on) bring(name, false);
    show();
  };
  section.querySelector("#put-back").addEventListener("click", () => putBack(1));
  section
    .querySelector("#shuffle")
    .addEventListener("click", () => putBack(drawn[select.value].length));
  select.addEventListener("change", show);

  return {
    /** @param {number} number @param {Set<string>} switchedOn */
    update(number, switchedOn) {
      [players, on] = [number, switchedOn];
      for (const option of select.options) {
        option.hidden = option.disabled = !isMet(
          on,
          all.find((pile) => pile.name === option.value).needs,
        );
      }
      if (select.selectedOptions[0]?.disabled)
        select.value = [...select.options].find((option) => !option.disabled)?.value ?? "";
      show();
    },
  };
}
