/* Buttons for numbers: − and + beside a field, each of which adds its `data-step`, and a calculator, which shows the result
   of a sum. Without this script, the buttons stay hidden and numbers are typed. */
(() => {
  "use strict";

  document.addEventListener(
    "toggle",
    ({ target }) => {
      for (const button of target.querySelectorAll("[data-step]")) button.hidden = false;
      if (target.open) target.scrollIntoView({ block: "nearest" });
    },
    true, // this event doesn't bubble
  );

  const say = (text) => (said.textContent = text);

  /* Beside a sum that is being typed, its result. */
  const add = (form) => {
    const { value } = form.elements.other;
    const terms = value.replace(/\s/g, "").replace(/[−–]/g, "-").match(/[-+]?\d+/g) ?? [];
    const sum = terms.reduce((before, term) => before + Number(term), 0);
    form.querySelector("output").value = terms.length > 1 ? `= ${sum}`.replace("-", "−") : "";
  };

  document.addEventListener("input", ({ target }) => target.closest(".calculator") && add(target.form));

  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-digit]");
    if (!key) return;
    const field = key.form.elements.other;
    const { digit } = key.dataset;
    const typed = /\d/.test(digit) ? field.value : field.value.replace(/[-+−]$/, "");
    if (!digit) field.value = field.value.slice(0, -1);
    else if (typed.length < field.maxLength && (typed || digit !== "+")) field.value = typed + digit;
    add(key.form);
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
