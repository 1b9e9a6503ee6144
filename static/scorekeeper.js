/* Rows that are links, the focus after a swap, what screen readers announce; and what the other scripts share. */
const page = document.getElementById("page");
const trouble = document.getElementById("trouble"); // says why a tap waits or failed
const said = document.getElementById("said");
const PATIENCE = 8000; // ms to wait for an answer
const BUSY = [408, 425, 429, 503];

/* Whether the app has answered, and not a hotel's portal. */
const isOurs = ({ headers }) => headers.has("Scorekeeper");

/* The result of what is typed, such as "12+7−3", or null. */
const sumOf = (typed) => {
  const terms = typed.replace(/\s/g, "").replace(/[−–]/g, "-").match(/[-+]?\d+/g);
  return terms && terms.reduce((before, term) => before + Number(term), 0);
};

/* Tell the scripts that the server has answered, or since when it hasn't. */
const hear = (heard, since, isTap) => document.dispatchEvent(new CustomEvent("contact", { detail: { heard, since, isTap } }));

(() => {
  "use strict";

  const sentence = () => page.querySelector("[data-say]")?.dataset.say;
  let heard = sentence(); // what the page loads with is read with it

  /* Totals count up to what a save has made of them, in 300 ms at most, and stay marked until the next tap. */
  const count = (total) => {
    const text = total.textContent;
    const [from, to] = [total.dataset.from, text].map((half) => parseInt(half.replace("−", "-")) || 0);
    const start = performance.now();
    const step = () => {
      const part = (performance.now() - start) / 280;
      total.textContent = part < 1 ? `${Math.round(from + part * (to - from))}`.replace("-", "−") : text;
      if (part < 1) requestAnimationFrame(step);
      else total.dataset.from = "";
    };
    page.classList.add("moved");
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) step();
  };

  document.addEventListener("pointerdown", () => page.classList.remove("moved"));

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    const isRefresh = Boolean(detail.requestConfig); // by live.js
    // A tile of a tally keeps it.
    if (!isRefresh && !document.activeElement.matches("[data-count]")) page.querySelector("[data-focus]")?.focus({ preventScroll: true });
    if (!isRefresh) page.querySelectorAll("[data-new] [data-from]").forEach(count);
    const now = sentence();
    if (!now || now === heard) return;
    heard = now;
    said.textContent = now;
  });

  document.addEventListener("click", ({ target }) => {
    const row = target.closest("[data-row]");
    if (row && !target.closest("a")) row.querySelector("a").click();
  });

  /* A number that is filled in gives way to what is typed. WebKit would drop a selection made before the click. */
  let entered = null;
  const giveWay = ({ target, type }) => {
    const isNew = type === "click" ? target === entered : !target.matches(":active");
    entered = type === "click" ? null : target;
    if (isNew && target.matches("input") && /^[-−–]?\d+$/.test(target.value)) target.select();
  };
  for (const type of ["focusin", "click"]) document.addEventListener(type, giveWay);
  giveWay({ target: document.activeElement }); // which the page began with

  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-at-once]")) target.form.requestSubmit();
  });

  document.querySelector("#effect")?.focus();
  // Before the page has loaded, so that the next one replaces it in the history.
  document.querySelector("form[data-again]")?.requestSubmit();
})();
