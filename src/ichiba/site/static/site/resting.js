// After an update, no tip appears under a mouse that rests where it was: it would cover what has just
// changed. Tips are shown again once the mouse moves.
const root = document.documentElement;
const RESTS = "mouse-rests"; // the class that style sheets use
let [x, y] = [NaN, NaN];

// Whether this event is not the user's doing, because only the page has changed.
/** @param {PointerEvent} event */
export const isAtRest = (event) => event.pointerType === "mouse" && root.classList.contains(RESTS);

document.addEventListener("htmx:after:swap", () => root.classList.add(RESTS));
document.addEventListener(
  "pointermove",
  (event) => {
    const hasMoved = event.clientX !== x || event.clientY !== y;
    [x, y] = [event.clientX, event.clientY];
    if (!hasMoved || !root.classList.contains(RESTS)) return;
    root.classList.remove(RESTS);
    const { pointerType } = event;
    event.target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType }));
  },
  { passive: true },
);
