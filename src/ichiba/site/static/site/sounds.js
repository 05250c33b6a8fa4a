// Three soft tones, made here, and the button that turns them off. Which of a title's events sounds
// like what, its board says: lines of the log carry `data-sound`.
const TONES = { turn: [660, 880], coin: [1200], reveal: [520] };

const button = document.getElementById("sound");
const isOn = () => localStorage.getItem("sound") !== "off";
const newestMove = () => Number(document.querySelector("#log [data-move]")?.dataset.move ?? 0);
let heard = newestMove();
let audio;

export function sound(kind) {
  // Before the first click on a page, browsers keep sounds back and play them all at once later.
  if (!isOn() || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    TONES[kind]?.forEach((pitch, place) => tone(pitch, audio.currentTime + place * 0.14));
  } catch {
    // A browser without sound is a quiet browser.
  }
}

function tone(pitch, start) {
  const voice = audio.createOscillator();
  const volume = audio.createGain();
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.06, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + 0.4);
}

// What the log tells of the moves since it was last looked at, each sound once.
export function soundOfTheLog() {
  const lines = [...document.querySelectorAll("#log [data-sound]")];
  const fresh = lines.filter((line) => Number(line.dataset.move) > heard);
  for (const kind of new Set(fresh.map((line) => line.dataset.sound))) sound(kind);
  heard = newestMove();
}

function show() {
  button.hidden = false;
  button.setAttribute("aria-pressed", isOn());
}
button.addEventListener("click", () => {
  localStorage.setItem("sound", isOn() ? "off" : "on");
  show();
});
show();
