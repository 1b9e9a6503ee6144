/* A hand from the keyboard: while the focus is on the board, arrow keys move it, digits type a number, and P passes. */
(() => {
  "use strict";

  const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  const ASIDE = 3; // how much farther a button seems if it isn't straight ahead

  let digits = ""; // those pressed one after the other

  const middle = (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };

  const nearest = (buttons, from, [right, down]) => {
    if (!buttons.includes(from)) return buttons[0];
    const [x, y] = middle(from);
    const distance = (button) => {
      const [across, along] = middle(button).map((place, index) => place - [x, y][index]);
      const ahead = across * right + along * down;
      return ahead > 1 ? ahead + ASIDE * Math.abs(across * down + along * right) : Infinity;
    };
    const best = buttons.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    return distance(best) < Infinity ? best : from;
  };

  /* Focus the button with this number, or type it where other numbers are typed. */
  const type = (buttons, field) => {
    const button = buttons.find((each) => (each.firstElementChild ?? each).textContent.trim() === digits);
    if (button || !field) return button?.focus();
    field.closest("details")?.setAttribute("open", "");
    field.focus();
    field.value = digits;
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!target.closest(".ask, .dock") || target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...document.querySelectorAll("#page .offer, .save button")].filter((button) => button.offsetParent);
    const isDigit = /^\d$/.test(key);
    digits = isDigit ? digits + key : "";
    if (isDigit) type(buttons, page.querySelector("input[name=other]"));
    else if (key in STEPS) nearest(buttons, target, STEPS[key])?.focus();
    else if (key.toLowerCase() === "p") page.querySelector('.offer[value$=".passed=true"]')?.click();
    else if (key === "?") document.getElementById("more")?.togglePopover?.();
    else return;
    event.preventDefault();
  });
})();

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
