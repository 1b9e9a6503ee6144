/* What makes taps quick and safe. Everything works without it: each button is a plain form's. */
(() => {
  "use strict";

  const IGNORED_AFTER_SWAP = 300; // ms: the second tap of a double tap never counts for the next person
  const FIRST_WAIT = 1000; // ms between tries, doubled up to LONGEST_WAIT
  const LONGEST_WAIT = 8000;
  const PASSING = new Set([0, 502, 503, 504]); // no answer, or none from the app itself

  let swappedAt = -Infinity;
  let pressed = null;
  let waiting = null;
  let wait = FIRST_WAIT;
  let heard = null; // what stood there when the page came is read, not announced

  const trouble = () => document.getElementById("trouble");

  // What live.js asks for has no event behind it: nobody tapped.
  const isRefresh = ({ detail }) => detail.requestConfig && !detail.requestConfig.triggeringEvent;

  const sentence = () => document.querySelector("#page [data-say]")?.dataset.say;

  const say = () => {
    const now = sentence();
    if (!now || now === heard) return;
    heard = now;
    document.getElementById("said").textContent = now;
  };

  const settle = () => {
    clearTimeout(waiting);
    waiting = null;
    wait = FIRST_WAIT;
    if (trouble()) trouble().hidden = true;
    if (pressed) pressed.classList.remove("pressed");
    pressed = null;
  };

  const tell = (text) => {
    const line = trouble();
    if (line.hidden || line.textContent !== text) line.textContent = text;
    line.hidden = false;
  };

  document.addEventListener(
    "click",
    (event) => {
      const soon = performance.now() - swappedAt < IGNORED_AFTER_SWAP;
      const pending = waiting !== null && event.target.closest("button, a[hx-get]");
      if (!soon && !pending) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  document.addEventListener("htmx:beforeRequest", (event) => {
    const submitter = event.detail.requestConfig.triggeringEvent?.submitter;
    if (!submitter) return;
    pressed = submitter;
    pressed.classList.add("pressed");
  });

  const again = (event) => {
    const { elt, xhr } = event.detail;
    if (isRefresh(event)) return; // live.js asks again by itself
    if (!PASSING.has(xhr.status)) {
      tell(trouble().dataset.failed);
      if (pressed) pressed.classList.remove("pressed");
      return;
    }
    const button = pressed;
    const isWrite = elt.tagName === "FORM";
    tell(isWrite ? trouble().dataset.retrying : trouble().dataset.offline);
    waiting = setTimeout(() => {
      waiting = null;
      if (isWrite) elt.requestSubmit(button);
      else elt.click();
    }, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  };

  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    document.addEventListener(failure, again);
  }

  document.addEventListener("htmx:afterSwap", settle);

  document.addEventListener("htmx:afterSettle", (event) => {
    swappedAt = performance.now();
    const page = document.getElementById("page");
    const asked = page.querySelector("[data-focus]");
    if (asked && !isRefresh(event)) asked.focus({ preventScroll: true });
    say();
  });

  document.addEventListener("DOMContentLoaded", () => {
    heard = sentence();
    const effect = document.querySelector("#effect");
    if (effect) effect.focus();
  });
})();
