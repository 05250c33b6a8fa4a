// Updates come without the CSRF token, which would differ for every visitor. Puts the page's own token into
// their forms.
const FIELD = "input[name=csrfmiddlewaretoken]";
const { value } = /** @type {HTMLInputElement} */ (document.querySelector(`#chat-form ${FIELD}`));

document.addEventListener("htmx:before:swap", ({ detail }) => {
  for (const { fragment } of detail.tasks) {
    for (const field of fragment.querySelectorAll(`${FIELD}[value=""]`))
      field.setAttribute("value", value);
  }
});
