// Three synthesized tones and the button that mutes them. A title's board assigns sounds to events, and
// log lines carry them as `data-sound`.
/** @type {Record<string, number[]>} */
const TONES = { turn: [660, 880], coin: [1200], reveal: [520] };

const button = document.getElementById("sound");
const isOn = () => localStorage.getItem("sound") !== "off";
const newestMove = () => Number(document.querySelector("#log [data-move]")?.dataset.move ?? 0);
let heard = newestMove();
/** @type {AudioContext} */
let audio;

/** @param {string} kind */
export function sound(kind) {
  // Before the first click on a page, browsers queue sounds and play them all at once later.
  if (!isOn() || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    TONES[kind]?.forEach((pitch, place) => tone(pitch, audio.currentTime + place * 0.14));
  } catch {
    // The browser doesn't support audio.
  }
}

/**
 * @param {number} pitch
 * @param {number} start
 */
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

// Plays the sounds of the moves since the last call, each sound once.
export function soundOfTheLog() {
  const lines = [...document.querySelectorAll("#log [data-sound]")];
  const fresh = lines.filter((line) => Number(line.dataset.move) > heard);
  for (const kind of new Set(fresh.map((line) => line.dataset.sound))) sound(kind);
  heard = newestMove();
}

function show() {
  button.hidden = false;
  button.ariaPressed = String(isOn());
}
button.addEventListener("click", () => {
  localStorage.setItem("sound", isOn() ? "off" : "on");
  show();
});
show();
