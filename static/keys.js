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
    else if (key === "?") page.querySelector(".keys")?.toggleAttribute("open");
    else return;
    event.preventDefault();
  });
})();
