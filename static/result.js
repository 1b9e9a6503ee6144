/* Totals from the keys at the thumb: they go to the tile that is lit, and the red key leads from tile to tile, then saves.
   Without this script, totals are typed into the fields. */
(() => {
  "use strict";

  const form = document.getElementById("result");
  const fields = [...document.querySelectorAll(".tile input")];
  const [pad, heading] = [form.querySelector(".pad"), document.getElementById("asked")];
  if (!pad) return;
  const main = pad.querySelector(".main");
  const saves = main.firstElementChild.textContent;
  const nameOf = (field) => field.labels[0].querySelector(".name").textContent.trim();
  const wrong = fields.find((field) => field.closest(".now"));
  let now = wrong ?? fields.find((field) => !field.value) ?? fields[0];

  const following = () => [...fields.slice(fields.indexOf(now) + 1), ...fields].find((field) => field !== now && !field.value);

  const show = () => {
    for (const field of fields) field.closest(".tile").classList.toggle("now", field === now);
    now.scrollIntoView({ block: "nearest" });
    heading.textContent = heading.dataset.asks.replace("{name}", nameOf(now));
    const next = following();
    main.firstElementChild.textContent = next ? main.dataset.next.replace("{name}", nameOf(next)) : saves;
    main.classList.toggle("second", Boolean(next));
  };

  let isNew = true; // what is there gives way to the first digit

  const turnTo = (field) => {
    isNew = isNew || field !== now;
    now = field;
    show();
    said.textContent = heading.textContent;
  };

  const goOn = (event) => {
    const next = following();
    if (!next || event.submitter?.name === "go") return;
    event.preventDefault();
    if (!now.value) return;
    if (fields.includes(document.activeElement)) next.focus();
    else turnTo(next);
  };

  for (const field of fields) {
    field.inputMode = "none"; // the keys are here
    field.addEventListener("focus", () => turnTo(field));
    field.addEventListener("input", show);
  }
  form.addEventListener("submit", goOn);
  pad.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-key]")?.dataset.key;
    if (key === undefined) return;
    const before = isNew && /\d/.test(key) ? "" : now.value;
    now.value = key ? (before + key).slice(0, now.maxLength) : before.slice(0, -1);
    isNew = false;
    said.textContent = now.value;
    show();
  });
  form.elements.day?.forEach((day) => day.addEventListener("change", () => form.elements.night.scrollIntoView({ block: "center" })));
  show();
})();
