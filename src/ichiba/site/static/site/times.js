// Times as the clock on the wall shows them, and what appears or goes when a time has come.
const DAY = 20 * 3600 * 1000;
const language = document.documentElement.lang || undefined;

function local(time) {
  const when = new Date(time.dateTime);
  const far = Math.abs(when - Date.now()) > DAY;
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  if (far) Object.assign(shape, { weekday: "short", day: "numeric", month: "short" });
  return new Intl.DateTimeFormat(language, shape).format(when);
}

export function showTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
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
