// Enables the controls that need a script. Pages have them disabled, with the name of their module in
// `data-needs-script`, so that nobody uses a control before something listens to it. A control that its
// module also disables for other reasons is enabled by the module itself and has no such attribute.
const running = new Set(); // names of modules

// A module calls this with its name once it listens.
/** @param {string} name */
export function ready(name) {
  running.add(name);
  enable(document);
}

/** @param {ParentNode} root */
function enable(root) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const waiting = root.querySelectorAll("[data-needs-script]:disabled");
  for (const control of waiting) {
    if (running.has(control.dataset.needsScript)) control.disabled = false;
  }
}

// Updates have these controls disabled too. Enable them before they are swapped in.
document.addEventListener("htmx:before:swap", ({ detail }) => {
  for (const { fragment } of detail.tasks) enable(fragment);
});
