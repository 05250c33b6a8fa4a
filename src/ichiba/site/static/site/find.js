// The page of somebody who is looking for opponents: asks whether they have been found, and goes to the
// table.

// Seconds between two questions. They also show that the person is still there.
const PAUSE = 3;

const search = document.getElementById("search");
const others = document.getElementById("search-others");

async function ask() {
  try {
    const answer = await fetch(search.dataset.pulse, { headers: { Accept: "application/json" } });
    if (answer.ok) show(await answer.json());
  } catch {
    // The server can't be reached right now. The next question may get through.
  }
  setTimeout(ask, PAUSE * 1000);
}

/** @param {{ state: string, address?: string, others?: string }} told */
function show(told) {
  if (told.state === "found") {
    document.title = search.dataset.found;
    location.assign(told.address);
  } else if (told.state === "gone") {
    location.assign("?gone");
  } else if (others.textContent !== told.others) {
    others.textContent = told.others;
  }
}

// Whoever closes the page doesn't play. A reload comes back before the search has ended.
addEventListener("pagehide", () => {
  fetch(`${search.dataset.pulse}?leaving`, { keepalive: true }).catch(() => {});
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
setTimeout(ask, PAUSE * 1000);
