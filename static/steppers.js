/* − and + beside a number: each adds its `data-step`. Without this script they stay hidden, and numbers are entered. */
(() => {
  "use strict";

  document.addEventListener(
    "toggle",
    ({ target }) => {
      for (const button of target.querySelectorAll("[data-step]")) button.hidden = false;
    },
    true, // it doesn't bubble
  );

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-step]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const count = (parseInt(field.value, 10) || 0) + Number(button.dataset.step);
    field.value = Math.min(Math.max(count, 0), Number(field.dataset.most));
    document.getElementById("said").textContent = `${field.labels[0].firstChild.textContent.trim()}: ${field.value}`;
  });
})();
