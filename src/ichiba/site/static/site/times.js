// Shows times in the visitor's time zone, and shows or hides elements when a time is reached.
const DAY = 20 * 3600 * 1000;
const language = document.documentElement.lang || undefined;

/** @param {HTMLTimeElement} time */
function local(time) {
  const when = new Date(time.dateTime);
  const far = Math.abs(when.getTime() - Date.now()) > DAY;
  /** @type {Intl.DateTimeFormatOptions} */
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  if (far) Object.assign(shape, { weekday: "short", day: "numeric", month: "short" });
  return new Intl.DateTimeFormat(language, shape).format(when);
}

export function showTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const times = document.querySelectorAll("time[datetime]");
  for (const time of times) {
    const text = local(time);
    if (time.textContent !== text) time.textContent = text;
  }
  const now = Date.now();
  for (const one of document.querySelectorAll("[data-from]")) {
    one.hidden = Date.parse(one.dataset.from) > now;
  }
  for (const one of document.querySelectorAll("[data-until]")) {
    one.hidden = Date.parse(one.dataset.until) <= now;
  }
}

showTimes();
setInterval(showTimes, 5000);
