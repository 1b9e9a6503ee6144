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

  const written = (number, plus = "") => `${number < 0 ? "" : plus}${number}`.replace("-", "−");

  /* On a card, show the column that can be filled, and the chosen cell above the keys. */
  const show = () => {
    page.querySelector(".boxes .lit")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const cell = page.querySelector(".boxes .now");
    if (!cell) return;
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    const [box, dock] = [cell, page.querySelector(".dock")].map((part) => part.getBoundingClientRect());
    if (dock.left < box.right && box.bottom > dock.top) scrollBy(0, box.bottom - dock.top + 8);
  };
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(show));
  show();

  /* The result of what is being typed is on the tile of whoever it is for, and what it makes of their total below the
     button; beside a field without a tile, the result of a sum. */
  const paint = (form) => {
    const { value } = form.elements.other;
    page.style = ""; // nothing is missing anymore
    const [sum, output, answer] = [sumOf(value), form.querySelector("output"), page.querySelector(".now .answer")];
    if (output) return void (output.value = /\d.*[-+−–]/.test(value) ? `= ${written(sum ?? 0)}` : "");
    const button = form.querySelector("[data-makes]");
    for (const part of [answer, button]) if (part) part.dataset.before ??= part.innerHTML;
    const sign = Number(button?.dataset.each ?? 1);
    if (answer) answer.innerHTML = sum === null ? answer.dataset.before : written(sign * sum, button ? "+" : "");
    if (!button) return;
    const { total, each, makes, before } = button.dataset;
    button.textContent = sum === null ? before : makes.replace("{points}", written(total / 2 + each * sum));
  };

  document.addEventListener("input", ({ target }) => target.form?.matches(".calculator") && paint(target.form));

  document.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-digit]");
    if (!key) return;
    const form = document.querySelector(".calculator");
    const field = form.elements.other;
    const { digit } = key.dataset;
    // A button's points are a term of their own, which is deleted as a whole.
    const isAdded = field.value && field.dataset.added === field.value;
    const isTyped = /^\d$/.test(digit);
    const typed = isTyped ? field.value + (isAdded ? "+" : "") : field.value.replace(/[-+−]$/, "");
    const text = typed ? digit : digit.replace("+", "");
    if (!digit) field.value = isAdded ? field.value.replace(/[-+−]?\d+$/, "") : field.value.slice(0, -1);
    else if (typed.length + text.length <= field.maxLength) field.value = typed + text;
    if (digit.length > 1) field.dataset.added = field.value;
    paint(form);
    say(field.value);
  });

  /* On the form for a whole hand, what a column adds up to, with a check mark if that's possible. */
  const addUp = () => {
    for (const output of page.querySelectorAll("[data-sums]")) {
      const { rows } = output.closest("table").tBodies[0];
      const numbers = [...rows].map(({ cells }) => sumOf(cells[output.parentElement.cellIndex].firstElementChild.value));
      const sum = numbers.reduce((before, number) => before + number, 0);
      const isPossible = output.dataset.sums.split(" ").includes(String(sum)) && !numbers.includes(null);
      output.value = numbers.some((number) => number !== null) ? `${sum}${isPossible ? " ✓" : ""}` : "";
    }
  };
  for (const type of ["input", "focusin", "htmx:afterSettle"]) document.addEventListener(type, addUp);
  addUp();

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-step]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const count = (parseInt(field.value, 10) || 0) + Number(button.dataset.step);
    field.value = Math.min(Math.max(count, 0), Number(field.dataset.most));
    say(`${field.labels[0].firstChild.textContent.trim()}: ${field.value}`);
  });
})();
