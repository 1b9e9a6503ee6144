/* Buttons for numbers: − and + beside a field, each of which adds its `data-step`, and a digit pad below a field.
   Without this script, the buttons stay hidden and numbers are typed. */
(() => {
  "use strict";

  document.addEventListener(
    "toggle",
    ({ target }) => {
      for (const button of target.querySelectorAll("[data-step]")) button.hidden = false;
    },
    true, // this event doesn't bubble
  );

  const say = (text) => (document.getElementById("said").textContent = text);

  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-digit]");
    if (!key) return;
    const field = key.form.elements.other;
    const { digit } = key.dataset;
    if (digit === "-") field.value = field.value.replace(/([-+]?)([0-9]*)$/, (_all, sign, last) => (sign === "-" ? "+" : "-") + last).replace(/^\+/, "");
    else if (digit === "") field.value = field.value.slice(0, -1);
    else if (field.value.length < field.maxLength) field.value += digit;
    say(field.value);
  });

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-step]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const count = (parseInt(field.value, 10) || 0) + Number(button.dataset.step);
    field.value = Math.min(Math.max(count, 0), Number(field.dataset.most));
    say(`${field.labels[0].firstChild.textContent.trim()}: ${field.value}`);
  });
})();
