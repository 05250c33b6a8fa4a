// The form for reports of problems: adds the size of the window.
/** @type {HTMLInputElement} */
const size = document.querySelector("#report [name=window]");
if (size) size.value = `${innerWidth}×${innerHeight}`;
