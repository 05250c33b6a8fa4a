// The layout rules that every page must follow at every decision. A test runs this asynchronous function
// in the browser with the width of the window and whether it is a touch screen. It returns the problems as
// { rule, what } and does not change the page.
async ({ width, touch }) => {
  const LARGE = 44; // minimum size of a touch target in pixels
  const NEAR = 2; // tolerance in pixels
  const table = document.getElementById("table");
  const tray = document.getElementById("tray") ?? document.getElementById("prompt-bar");
  const board = document.getElementById("board");
  const breaches = [];
  const tell = (rule, element, what) => breaches.push({ rule, what: `${name(element)} ${what}` });

  function name(element) {
    if (!element) return "page";
    const id = element.id ? `#${element.id}` : "";
    const classes = [...element.classList].map((one) => `.${one}`).join("");
    const text = element.textContent.replace(/\s+/g, " ").trim().slice(0, 40);
    const around = element.id ? null : element.parentElement?.closest("[id]");
    const place = around && around !== table ? ` in #${around.id}` : "";
    return `<${element.localName}${id}${classes}>${place} “${text}”`;
  }

  // --- What is visible
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const above = function* (element) {
    for (let one = element.parentElement; one; one = one.parentElement) yield one;
  };
  // Text only for screen readers is not visible.
  const forReaders = new Map();
  const isForReaders = (element) => {
    if (!element) return false;
    if (!forReaders.has(element)) {
      const own = style(element);
      const isClipped = own.clipPath === "inset(50%)" || own.clip === "rect(0px, 0px, 0px, 0px)";
      forReaders.set(element, isClipped || isForReaders(element.parentElement));
    }
    return forReaders.get(element);
  };
  const isShown = (element) =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isForReaders(element);
  const isMoving = (element) => Boolean(element.closest("[data-moving]"));
  const center = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const isAt = (element, x, y) => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    const top = document.elementFromPoint(x, y);
    return Boolean(top) && element.contains(top);
  };
  const isHit = (element) =>
    isShown(element) && isAt(element, ...center(element.getBoundingClientRect()));
  const overlap = (one, other) =>
    Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
    Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // --- Visible text: every text node with its parent element
  const SILENT = "script, style, noscript, option, textarea, svg, #chat, code";
  function* texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const holder = node.parentElement;
      if (!node.data.trim() || holder.closest(SILENT) || !isShown(holder) || isMoving(holder))
        continue;
      yield [node, holder];
    }
  }
  const rects = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((one) => one.width && one.height);
  };
  const rootsOf = [
    table,
    document.querySelector("aside.side"),
    document.querySelector("body > header"),
  ].filter(Boolean);

  // 1. The prompt is in the window and not covered.
  function prompt() {
    const element = document.getElementById("prompt");
    if (!element || !isShown(element)) return tell("prompt", element, "is not shown");
    const box = element.getBoundingClientRect();
    if (box.top < -NEAR || box.bottom > innerHeight + NEAR)
      tell(
        "prompt",
        element,
        `is out of the window: ${Math.round(box.top)} to ${Math.round(box.bottom)} px`,
      );
    else if (!isHit(element)) tell("prompt", element, "is covered");
  }

  // 2. At least one possible move is in the window. Each is in the window or in the tray, which may scroll.
  // Rare steps may be folded away in the tray, but not the list of moves that are out of sight.
  function ways() {
    const byMove = new Map();
    for (const button of board.querySelectorAll("button.can[name=move]:not(:disabled)")) {
      byMove.set(button.value, [...(byMove.get(button.value) ?? []), button]);
    }
    const inSight = (button) => isHit(button) || (isMoving(button) && isShown(button));
    const fold = (button) =>
      button.closest("details:not([open], #tray-rest)")?.querySelector("summary");
    const inTray = (button) => tray?.contains(button) && isShown(fold(button) ?? button);
    const all = [...byMove.values()];
    if (!all.length) return;
    if (!all.flat().some(inSight))
      tell("way on", all[0][0], `and ${all.length - 1} other moves are out of sight`);
    const lost = all.filter((buttons) => !buttons.some((one) => inSight(one) || inTray(one)));
    if (lost.length)
      tell(
        "every way",
        lost[0][0],
        `is neither in the window nor in the tray (${lost.length} of ${all.length} moves)`,
      );
  }

  // 3 and 9. What the prompt is about is at least half in the window. If there is room for it beside the
  // tray and the bar of the board that sticks to the top, neither covers any of it.
  function focus() {
    const element = [...document.querySelectorAll("[data-focus]")].find(isShown);
    if (!element) return;
    const box = element.getBoundingClientRect();
    const most = Math.min(box.width, innerWidth) * Math.min(box.height, innerHeight);
    const bars = [tray, board.querySelector("[data-sticky]")].filter(
      (one) => one && isShown(one) && !one.contains(element),
    );
    const covers = bars.map((one) => one.getBoundingClientRect());
    const hidden = covers.reduce((sum, one) => sum + overlap(box, one), 0);
    if (overlap(box, page) - hidden < most / 2 - NEAR)
      tell(
        "focus",
        element,
        `is less than half in sight: ${Math.round(box.top)} to ${Math.round(box.bottom)} px`,
      );
    const free = innerHeight - covers.reduce((sum, one) => sum + overlap(one, page) / one.width, 0);
    if (hidden > box.width * NEAR * 2 && box.height <= free)
      tell("under the tray", element, "is under the tray");
  }

  // 4. The page does not scroll sideways.
  function sideways() {
    const wide = document.documentElement.scrollWidth;
    if (wide <= width) return;
    const widest = [...document.body.querySelectorAll("*")].find(
      (one) => isShown(one) && one.getBoundingClientRect().right > width + 1,
    );
    tell("sideways", widest, `makes the page ${wide} px wide`);
  }

  // 5. No box is narrower than its content, and no word is broken.
  const scrolls = (element) =>
    element.hasAttribute("data-scrolls") || /auto|scroll/.test(style(element).overflowX);
  const isTransformed = (element) =>
    ["transform", "scale", "translate", "rotate"].some((one) => style(element)[one] !== "none");
  const isBox = (element) => !/^(inline|contents)$/.test(style(element).display);
  function narrow() {
    for (const root of rootsOf) {
      for (const child of root.querySelectorAll("*:not(svg *, option)")) {
        const parent = child.parentElement;
        if (/absolute|fixed/.test(style(child).position) || !isBox(parent) || scrolls(parent))
          continue;
        if (!isShown(child) || !isShown(parent) || isMoving(child)) continue;
        const [inner, outer] = [child.getBoundingClientRect(), parent.getBoundingClientRect()];
        // Transforms do not change the layout, so only the width of such an element has to fit.
        const over = isTransformed(child)
          ? child.offsetWidth - parent.offsetWidth
          : Math.max(outer.left - inner.left, inner.right - outer.right);
        if (outer.width && over > NEAR && over > inner.width * 0.05)
          tell(
            "narrow box",
            parent,
            `is ${Math.round(outer.width)} px wide and contains ${name(child)}, ${Math.round(inner.width)} px`,
          );
      }
    }
    for (const box of board.querySelectorAll("article, .market, .lot, li.slot")) {
      if (isShown(box) && box.getBoundingClientRect().width < LARGE)
        tell("narrow box", box, `is only ${Math.round(box.getBoundingClientRect().width)} px wide`);
    }
  }
  const WORD = /[^\s\-–—/·\u00AD\u200B]+/g;
  const CJK = /[\u3000-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF]/;
  function words(node, holder) {
    for (const { 0: word, index } of node.data.matchAll(WORD)) {
      if (word.length < 2 || CJK.test(word)) continue;
      const lines = rects(node, index, index + word.length);
      const tall = Math.min(...lines.map((one) => one.height));
      if (lines.some((one) => one.top - lines[0].top > tall / 2))
        tell("broken word", holder, `breaks “${word}”`);
    }
  }

  // 6. No text is cut off, by its own box or by one around it with hidden overflow. A line that ends in an
  // ellipsis shows the whole text on hover. The prompt never needs that.
  const isShortened = (box, node) =>
    box.id !== "prompt" &&
    style(box).textOverflow === "ellipsis" &&
    box.title.includes(node.data.trim());
  const hides = (element) =>
    /hidden|clip/.test(style(element).overflowX + style(element).overflowY);
  function cut(node, holder) {
    const lines = rects(node, 0, node.length);
    if (!lines.length) return;
    for (const box of [holder, ...above(holder)]) {
      if (box === document.body || scrolls(box) || /auto|scroll/.test(style(box).overflowY)) return;
      if (!hides(box) || !isBox(box) || isShortened(box, node)) continue;
      const edge = box.getBoundingClientRect();
      const over = (one) => [
        edge.left - one.left,
        one.right - edge.right,
        edge.top - one.top,
        one.bottom - edge.bottom,
      ];
      // A line is taller than its letters: an overflow of less than a fifth of its height cuts off nothing.
      const isCut = (one) =>
        over(one).some((far, side) => far > (side < 2 ? NEAR : NEAR + one.height / 5));
      if (lines.some(isCut))
        return tell(
          "cut off",
          holder,
          box === holder ? "is cut off" : `is cut off by ${name(box)}`,
        );
    }
  }

  // 7. No mark covers a name on a map.
  async function names() {
    const letters = [];
    for (const use of document.querySelectorAll("svg.lettering use.names")) {
      if (isShown(use)) letters.push(...(await lettersOf(use)));
    }
    for (const text of document.querySelectorAll("svg.lettering text, .station-name")) {
      if (isShown(text)) letters.push([text.textContent.trim(), text.getBoundingClientRect()]);
    }
    if (!letters.length) return;
    for (const button of board.querySelectorAll("button.can")) {
      const mark = isShown(button) && button.closest(".map, [data-map]") && markOf(button);
      if (!mark) continue;
      for (const [word, box] of letters) {
        // An overlap of about one letter counts.
        const wide = Math.min(box.right, mark.right) - Math.max(box.left, mark.left);
        const high = Math.min(box.bottom, mark.bottom) - Math.max(box.top, mark.top);
        if (Math.min(wide, high) > box.height * 0.35)
          tell("name under a mark", button, `covers ${Math.round(wide)} px of “${word}”`);
      }
    }
  }
  // Names from another SVG file are inserted once more, invisibly, to measure them.
  async function lettersOf(use) {
    const [file, id] = use.getAttribute("href").split("#");
    window.drawings ??= new Map();
    if (!drawings.has(file)) drawings.set(file, await (await fetch(file)).text());
    const drawing = new DOMParser().parseFromString(drawings.get(file), "image/svg+xml");
    const group = document.importNode(drawing.getElementById(id), true);
    group.removeAttribute("id");
    group.setAttribute("visibility", "hidden");
    group.setAttribute("class", use.getAttribute("class"));
    use.after(group);
    const found = [...group.querySelectorAll("text")].map((one) => [
      one.textContent,
      one.getBoundingClientRect(),
    ]);
    group.remove();
    return found;
  }
  const alpha = (color) => {
    const part = /^transparent$|(?:\/ |^rgba\(.*, )([\d.]+)\)$/.exec(color);
    return part ? Number(part[1] ?? 0) : 1;
  };
  // The visible part of a target, which can be smaller than the target. A ring covers nothing.
  function markOf(button) {
    const before = getComputedStyle(button, "::before");
    const drawn = before.content !== "none" ? before : style(button);
    if (alpha(drawn.backgroundColor) < 0.5 && drawn.backgroundImage === "none") return null;
    const box = button.getBoundingClientRect();
    if (drawn !== before) return box;
    const [x, y] = center(box);
    const [wide, high] = [parseFloat(before.width) || 0, parseFloat(before.height) || 0];
    return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
  }

  // 8. Touch targets are large enough, except for links within a sentence.
  function targets() {
    const all =
      "button:not(:disabled, .cannot), a[href], summary, select, input:not([type=hidden])";
    const reached = new Set();
    for (const element of document.querySelectorAll(all)) {
      if (
        !isShown(element) ||
        isMoving(element) ||
        element.closest("[data-two-taps], .rules, footer")
      )
        continue;
      if (element.localName === "a" && style(element).display === "inline") continue;
      const box = element.getBoundingClientRect();
      const small = [
        ["width", 0],
        ["height", 1],
      ].filter(([side, axis]) => box[side] < LARGE - 0.5 && !reaches(element, box, side, axis));
      if (!small.length) continue;
      const key = `${element.localName}.${element.className}`;
      if (!reached.has(key))
        tell("target", element, `is ${Math.round(box.width)} × ${Math.round(box.height)} px`);
      reached.add(key);
    }
  }
  // An invisible pseudo-element can make a target larger than it looks.
  function reaches(element, box, side, axis) {
    const more = ["::before", "::after"].map((one) => getComputedStyle(element, one));
    if (
      more.some(
        (one) =>
          one.content !== "none" &&
          one.pointerEvents !== "none" &&
          one.position === "absolute" &&
          parseFloat(one[side]) >= LARGE - 0.5,
      )
    )
      return true;
    const [x, y] = center(box);
    const half = LARGE / 2 - 1;
    return [-half, half].every((far) =>
      axis ? isAt(element, x, y + far) : isAt(element, x + far, y),
    );
  }

  // 10. A row of choices in the tray holds them all, a row of the standings holds all figures, and no tip covers a
  // question.
  function standings() {
    for (const row of document.querySelectorAll("#players .player")) {
      const edge = row.getBoundingClientRect().right + NEAR;
      const out = [...row.querySelectorAll(".player-figures > li")].find(
        (one) => isShown(one) && one.getBoundingClientRect().right > edge,
      );
      if (out) tell("standings", out, "reaches out of its row");
    }
  }
  function rows() {
    for (const row of tray?.querySelectorAll(".ways, .ways-row") ?? []) {
      const below = row.getBoundingClientRect().bottom + 2 * NEAR;
      const out = [...row.querySelectorAll("button")].find(
        (one) => isShown(one) && one.getBoundingClientRect().bottom > below,
      );
      if (out) tell("row", out, "reaches out of its row in the tray");
    }
  }
  function tip() {
    const [said, asked] = [document.getElementById("tip"), document.getElementById("ask")];
    if (!said || !asked || !isShown(said) || !isShown(asked)) return;
    if (overlap(said.getBoundingClientRect(), asked.getBoundingClientRect()) > 0)
      tell("tip", said, "covers the question");
  }

  if (table.dataset.turn === "yes" && table.dataset.status === "running") {
    rows();
    standings();
    tip();
    const confirm = document.getElementById("ask-yes");
    if (!confirm || !isShown(confirm)) {
      prompt();
      ways();
      focus();
    } else {
      // The question may stand in the place of the prompt.
      for (const one of [confirm, document.getElementById("ask-what")]) {
        if (!isHit(one)) tell("way on", one, "is out of sight");
      }
    }
  }
  sideways();
  narrow();
  for (const root of rootsOf) {
    for (const [node, holder] of texts(root)) {
      words(node, holder);
      cut(node, holder);
    }
  }
  await names();
  if (touch) targets();
  return breaches;
};
