/* Pointing at a hand in the chart or in the sheet highlights it in both. Without JavaScript, hands are plain links. */
(() => {
  "use strict";

  const HIT = ".chart .hits a";
  const ROW = ".sheet tbody tr[id]";

  const clear = () => document.querySelectorAll(".hits .pointed, .sheet .pointed").forEach((e) => e.classList.remove("pointed"));

  /* "Hand 9: Ann 45, Bob 32½", as in the sheet. */
  const tell = (line, row) => {
    const names = [...row.closest("table").querySelectorAll("thead .name")];
    // In a round of turns, a side has several, and somebody who is out none.
    const totals = [...row.querySelectorAll("td")].map((cell) => [...cell.querySelectorAll("small")].pop()?.textContent);
    const words = names.map((name, i) => totals[i] && `${name.textContent.trim()} ${totals[i]}`).filter(Boolean);
    const hand = line.dataset.hand.replace("{number}", row.id.split("-")[1]);
    line.textContent = `${hand}: ${words.join(", ")}`;
  };

  const point = ({ target }) => {
    const over = target.closest(ROW);
    const hit = target.closest(HIT) || (over && document.querySelector(`${HIT}[href$="#${over.id}"]`));
    const row = over || (hit && document.getElementById(hit.getAttribute("href").split("#")[1]));
    clear();
    hit?.classList.add("pointed");
    if (hit) row?.classList.add("pointed");
    // Only when pointing at the chart: nothing may move under a mouse that is over the sheet.
    if (hit && row?.matches(ROW) && !over) tell(hit.closest(".chart").querySelector(".readout"), row);
  };

  document.addEventListener("pointerover", point);
  document.addEventListener("focusin", point);

  /* A finger sliding over the chart points at one hand after another. */
  document.addEventListener("pointerdown", ({ target, pointerId }) => {
    if (target.closest(HIT)) target.releasePointerCapture(pointerId);
  });
})();
