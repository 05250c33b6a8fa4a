// Pieces travel from where they were to where they are. A piece is an element with a `data-piece`
// that a board has before and after a swap, though it may be another element by then.
//
// Nothing waits for a movement and nothing is covered by one: a piece that is under way can be
// clicked, and the next swap lets it turn round wherever it happens to be.
const HOW = { duration: 260, easing: "ease-out", fill: "backwards" };
const NEAR = 1; // pixels that nobody sees
const COUNT = 1200; // milliseconds in which a score is counted up

const still = matchMedia("(prefers-reduced-motion: reduce)");
const journeys = new Map(); // by element: its animation, while it is under way
let before = null;

const board = () => document.querySelector(".board");

// Before a swap: where everything seems to be, and where it rests without the journeys under way.
export function note() {
  if (before || still.matches || !board()) return;
  const seen = places();
  const paused = new Map();
  for (const [piece, journey] of journeys) {
    paused.set(piece, { journey, time: journey.currentTime });
    journey.cancel();
    delete piece.dataset.moving;
  }
  journeys.clear();
  before = { seen, resting: paused.size ? places() : seen, paused };
}

// After it: whatever rests elsewhere now sets out from where it was seen.
export function play() {
  if (!before) return;
  const { seen, resting, paused } = before;
  before = null;
  if (!board()) return;
  for (const [key, place] of places()) {
    const rested = resting.get(key);
    if (!rested) continue;
    const halted = paused.get(place.element);
    if (halted && near(rested, place)) goOn(place.element, halted);
    else if (!near(seen.get(key), place)) travel(seen.get(key), place);
  }
}

// By key, the middle and the size of every piece that is drawn, as the board's corner sees it: when
// the whole board is pushed down by a line of text, nothing on it has moved.
function places() {
  const corner = board().getBoundingClientRect();
  const found = new Map();
  for (const element of board().querySelectorAll("[data-piece]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width && !height) continue;
    found.set(element.dataset.piece, {
      element, width, height, x: x + width / 2 - corner.x, y: y + height / 2 - corner.y,
    });
  }
  return found;
}

function near(one, other) {
  return ["x", "y", "width", "height"].every((side) => Math.abs(one[side] - other[side]) <= NEAR);
}

function travel(from, to) {
  const step = inOwnUnits(to, from.x - to.x, from.y - to.y);
  if (!step) return;
  // `translate` and `scale` leave alone what an element's own `transform` does.
  const start = { offset: 0, translate: `${step.x}px ${step.y}px` };
  if (isDrawing(to.element)) start.scale = "1";
  else if (to.width && to.height) start.scale = `${from.width / to.width} ${from.height / to.height}`;
  // A board says in its style sheet how long a piece waits for its turn to move.
  const wait = parseFloat(getComputedStyle(to.element).getPropertyValue("--piece-delay")) * 1000;
  setOut(to.element, to.element.animate([start], { ...HOW, delay: wait || 0 }));
}

function goOn(element, { journey, time }) {
  journey.currentTime = time;
  journey.play();
  setOut(element, journey);
}

function setOut(element, journey) {
  journeys.set(element, journey);
  element.dataset.moving = "";
  journey.onfinish = () => {
    if (journeys.get(element) !== journey) return;
    journeys.delete(element);
    delete element.dataset.moving;
  };
}

const isDrawing = (element) => Boolean(element.ownerSVGElement);

// A way across the screen in the units of the element's parent: a drawing may be zoomed, a parent
// may be scaled. Nothing for what cannot be measured.
function inOwnUnits({ element, width }, x, y) {
  if (!isDrawing(element)) {
    const zoom = width / element.offsetWidth || 1;
    return { x: x / zoom, y: y / zoom };
  }
  const matrix = element.parentNode.getScreenCTM?.();
  if (!matrix || !(matrix.a * matrix.d - matrix.b * matrix.c)) return null;
  const back = matrix.inverse();
  return { x: back.a * x + back.c * y, y: back.b * x + back.d * y };
}

function counted(points, part) {
  const now = Math.round(Number(points.replaceAll(",", "")) * part);
  return points.includes(",") ? now.toLocaleString("en") : now;
}

// Scores count up. What is read aloud is right from the start: the figures that run are a picture
// over it.
export function countUp() {
  if (still.matches) return;
  const figures = [...document.querySelectorAll(".total")].map((score) => {
    const figure = document.createElement("span");
    figure.className = "count";
    figure.ariaHidden = "true";
    score.append(figure);
    score.classList.add("counting");
    return { score, figure, text: score.firstChild.textContent };
  });
  const start = performance.now();
  const step = (now) => {
    const part = 1 - (1 - Math.min((now - start) / COUNT, 1)) ** 3;
    for (const { score, figure, text } of figures) {
      figure.textContent = text.replace(/\d[\d,]*/, (points) => counted(points, part));
      if (part === 1) {
        figure.remove();
        score.classList.remove("counting");
      }
    }
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}
