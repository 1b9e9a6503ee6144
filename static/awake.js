/* Keeps the display on while a hand is on the screen, unless somebody has switched that off. Browsers allow it over https
   only; otherwise, a line says what the phone itself can do. */
(() => {
  "use strict";

  const CHOICE = "display";
  let lock = null;
  let last = Promise.resolve(); // one call after the other, or a second lock could be taken before the first is there

  const isOn = () => localStorage.getItem(CHOICE) !== "dark";
  const isWanted = () => isOn() && Boolean(document.querySelector("#page [data-asked]")) && !document.hidden;

  /* Each page of a hand brings the switch anew. */
  const show = () => {
    const box = document.getElementById("awake");
    if (!box) return;
    const [label, line] = box.children;
    box.hidden = false;
    label.querySelector("input").checked = isOn();
    label.hidden = !navigator.wakeLock;
    line.hidden = !label.hidden;
  };

  /* A phone with little power left refuses, and any phone lets go when the page is hidden. */
  const hold = async () => {
    if (!navigator.wakeLock) return;
    const isHeld = lock !== null && !lock.released;
    if (isHeld && !isWanted()) await lock.release();
    else if (!isHeld && isWanted()) lock = await navigator.wakeLock.request("screen");
  };

  const holdQuietly = () => {
    show();
    last = last.then(hold).catch(() => {});
  };

  document.addEventListener("change", ({ target }) => {
    if (!target.matches("#awake input")) return;
    if (target.checked) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, "dark");
    holdQuietly();
  });
  document.addEventListener("visibilitychange", holdQuietly);
  document.addEventListener("htmx:afterSettle", holdQuietly);
  holdQuietly();
})();
