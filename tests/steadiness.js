// Watches a page for movement. A test adds it to every page before the page's own scripts run. It records
// each scroll that a script asks for, with whether what the decision is about was already in sight.
(() => {
  const NEAR = 2; // tolerance in pixels
  const scrolls = [];
  const trayBox = () => document.getElementById("tray")?.getBoundingClientRect();
  const room = () => {
    const bars = [...document.querySelectorAll("#table [data-sticky]")].filter((one) =>
      one.checkVisibility(),
    );
    const tray = trayBox();
    const bottom = tray && tray.top > innerHeight / 3 ? tray.top : innerHeight;
    return { top: bars.reduce((sum, bar) => sum + bar.offsetHeight, 0), bottom };
  };
  const isInSight = (element) => {
    const [box, { top, bottom }] = [element.getBoundingClientRect(), room()];
    if (box.height > bottom - top) return box.top <= top + NEAR && box.bottom >= bottom - NEAR;
    return box.top >= top - NEAR && box.bottom <= bottom + NEAR;
  };
  const focus = () =>
    [...document.querySelectorAll("#board-area [data-focus]")].find((one) => one.checkVisibility());
  function watch(owner, name) {
    const scroll = owner[name];
    owner[name] = function (...how) {
      const [from, about] = [scrollY, focus()];
      const wasSeen = Boolean(about) && isInSight(about);
      const result = scroll.apply(this, how);
      if (Math.abs(scrollY - from) > NEAR) {
        const by = new Error().stack
          .split("\n")[2]
          ?.trim()
          .replace(/ \(.*\/|\)$/g, " in ");
        scrolls.push({
          name,
          by: scrollY - from,
          wasSeen,
          at: by,
          prompt: document.getElementById("prompt")?.textContent,
        });
      }
      return result;
    };
  }
  watch(window, "scrollBy");
  watch(window, "scrollTo");
  watch(Element.prototype, "scrollIntoView");

  const box = (element) => {
    if (!element?.checkVisibility()) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height].map((side) => Math.round(side * 2) / 2);
  };
  // Where things are now, and what scrolled since the last time.
  function look() {
    const area = document.getElementById("board-area");
    const { top, bottom } = room();
    const places = {};
    for (const one of area?.querySelectorAll("[id]") ?? []) {
      const place = box(one);
      if (place && place[1] + place[3] > top && place[1] < bottom) places[one.id] = place[1];
    }
    // Stalls, lots, harbors and so on: pieces move on the board, these don't.
    const fixed = {};
    for (const one of area?.querySelectorAll(":is(article, section, .lot)[id]") ?? []) {
      const place = box(one);
      if (place) fixed[one.id] = place.slice(0, 2);
    }
    // What others sell changes from turn to turn, but stays in its place during a turn.
    const wares = {};
    for (const one of area?.querySelectorAll(".lots > .lot[id]") ?? []) {
      const place = box(one);
      if (place) wares[one.id] = place.slice(0, 2);
      delete fixed[one.id];
    }
    const points = [0.2, 0.35, 0.5, 0.65, 0.8].flatMap((across) =>
      [0.2, 0.4, 0.6, 0.8].map((down) => [innerWidth * across, top + (bottom - top) * down]),
    );
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y));
    return {
      prompt: document.getElementById("prompt")?.textContent ?? "",
      board: box(area),
      tray: box(document.getElementById("tray")),
      scroll: [scrollX, scrollY],
      tooHigh: document.documentElement.scrollHeight - innerHeight,
      overflow: area
        ? [area.scrollWidth - area.clientWidth, area.scrollHeight - area.clientHeight]
        : [0, 0],
      places,
      fixed,
      wares,
      round: document.querySelector(".course-progress")?.textContent,
      drawn: hits.filter((one) => one && one !== area && area?.contains(one)).length / hits.length,
      scrolls: scrolls.splice(0),
    };
  }
  // Whether what the decision is about is in sight, so that nothing will be scrolled to.
  const isFound = () => !focus() || isInSight(focus());
  window.steadiness = { look, isFound };
})();
