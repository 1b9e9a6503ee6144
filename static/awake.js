/* Keeps the display on while a hand is on the screen, unless somebody has switched that off. Browsers allow it over https
   only; otherwise, a line says what the phone itself can do. */
(() => {
  "use strict";

  const CHOICE = "display";
  const box = document.getElementById("awake");
  const [label, line] = box.children;
  const field = label.querySelector("input");
  let lock = null;
  let last = Promise.resolve(); // one call after the other, or a second lock could be taken before the first is there

  const isHand = () => Boolean(document.querySelector("#page [data-asked]"));
  const isWanted = () => field.checked && isHand() && !document.hidden;

  /* A phone with little power left refuses, and any phone lets go when the page is hidden. */
  const hold = async () => {
    box.hidden = !isHand();
    if (!navigator.wakeLock) return;
    const isHeld = lock !== null && !lock.released;
    if (isHeld && !isWanted()) await lock.release();
    else if (!isHeld && isWanted()) lock = await navigator.wakeLock.request("screen");
  };

  const holdQuietly = () => {
    last = last.then(hold).catch(() => {});
  };

  field.checked = localStorage.getItem(CHOICE) !== "dark";
  label.hidden = !navigator.wakeLock;
  line.hidden = !label.hidden;
  field.addEventListener("change", () => {
    if (field.checked) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, "dark");
    holdQuietly();
  });
  document.addEventListener("visibilitychange", holdQuietly);
  document.addEventListener("htmx:afterSettle", holdQuietly);
  holdQuietly();
})();
