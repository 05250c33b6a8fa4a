// Keeps a page as new as its table: nothing older is put over what is shown, and a stream that
// fails, or says nothing any more, is healed.
const LOOK = 4000; // milliseconds between two looks at the own state
const SILENCE = 20000; // a stream that works speaks more often than this

const live = document.getElementById("live");
const table = () => document.getElementById("table");
const shown = () => Number(table().dataset.version);
let newest = shown(); // the newest version that this page has heard of
let spoken = Date.now(); // when the stream last said something
let mended = 0;
let looking = false;
let stream = null;

// Whether an answer or a message may be put in place of the table. All swaps are done at once and in
// order, so what is older than what is shown came late. What is no table at all is an error's page.
export function mayBeShown({ ctx }) {
  const found = /data-version="(\d+)"/.exec(ctx.text ?? "");
  if (found) return hear(found[1]) >= shown();
  if (ctx.response?.status < 500) location.reload();
  else lost(ctx.response?.status === 503 ? ctx.text : undefined);
  return false;
}

function hear(version) {
  newest = Math.max(newest, Number(version));
  return Number(version);
}

// What a page can ask for at any time: whose turn it is, and which version is the newest.
export async function pulse() {
  const answer = await fetch(live.dataset.pulse, { signal: AbortSignal.timeout(10000) });
  if (answer.status === 403 || answer.status === 404) location.reload(); // it says why
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

async function look() {
  const silent = Date.now() - spoken > SILENCE;
  if (looking || document.hidden || (!silent && shown() >= newest)) return;
  looking = true;
  try {
    hear((await pulse()).version);
    if (shown() < newest) {
      await htmx.ajax("GET", location.pathname, { target: "#table", swap: "outerMorph" });
    }
    found();
    if (silent) mend();
  } catch {
    lost();
  } finally {
    looking = false;
  }
}

// The server answers, but the stream is silent: let go of it and open it again.
function mend() {
  if (Date.now() - mended < SILENCE) return;
  mended = Date.now();
  if (!stream) htmx.trigger(live, "mend");
  stream?.delayCanceller?.();
  stream?.reader?.cancel();
}

const notice = document.getElementById("connection");
function lost(why) {
  notice.textContent = typeof why === "string" ? why : notice.dataset.lost;
  document.body.classList.add("offline");
}
function found() {
  notice.textContent = "";
  document.body.classList.remove("offline");
}

setInterval(look, LOOK);
addEventListener("offline", lost);
addEventListener("online", look);
document.addEventListener("visibilitychange", () => (spoken = Date.now()));
document.addEventListener("htmx:sse:error", lost);
document.addEventListener("htmx:sse:close", () => (stream = null));
document.addEventListener("htmx:after:sse:connection", (event) => {
  stream = event.detail.connection;
  found();
  // The extension lets go of streams when a tab is hidden, but not of one that opens in a hidden tab.
  setTimeout(() => document.hidden && stream?.visibilityHandler());
});
document.addEventListener("htmx:before:sse:message", ({ detail }) => {
  spoken = Date.now();
  if (detail.message.id) hear(detail.message.id);
  found();
});

// The visitor may not look any more. Not at once: whoever has just sat down is on the way to a new
// page anyway.
live.addEventListener("gone", () => setTimeout(() => location.reload(), 3000));
