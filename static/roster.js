/* Players at the table of a new game. Adding one replaces only what changes, so that a phone's keyboard stays open for the
   next name. Everything works without this script. */
(() => {
  "use strict";

  const PARTS = ["lead", "again", "seating", "bench", "kept", "start", "last", "dock"];

  const say = (text) => {
    said.textContent = text ?? "";
  };

  const form = document.getElementById("add");
  const field = form?.elements.namedItem("name");
  let adding = Promise.resolve(); // names are sent one at a time, each along with the seats taken so far

  const keepChoices = (before, after) => {
    for (const old of before.elements) {
      const same = old.name && old.type !== "hidden" && after.elements.namedItem(old.name);
      if (!same) continue;
      if (old.type === "checkbox") same.checked = old.checked;
      else if (old.type !== "radio" || old.checked) same.value = old.value;
    }
    for (const [index, details] of before.querySelectorAll("details").entries()) {
      after.querySelectorAll("details")[index].open = details.open;
    }
  };

  const clearError = () => {
    form.querySelector(".errorlist")?.remove();
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  };

  const showError = (text) => {
    const list = document.createElement("ul");
    list.className = "errorlist";
    list.id = `${field.id}_error`;
    list.appendChild(document.createElement("li")).textContent = text;
    field.after(list);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", list.id);
    say(text);
  };

  /* The button says who deals, whoever is chosen above it. */
  const sayDealer = () => {
    const line = document.querySelector("[data-deals]");
    const dealer = document.querySelector("[name=dealer]:checked")?.nextElementSibling.lastChild;
    if (!line || !dealer) return;
    line.textContent = line.dataset.deals.replace("{name}", () => `\u2068${dealer.textContent.trim()}\u2069`);
    line.hidden = false;
  };

  const showSeats = (answer, address) => {
    if (PARTS.some((id) => answer.getElementById(id) && !document.getElementById(id))) {
      location.assign(address); // this page showed an error and lacks its last part
      return;
    }
    for (const id of PARTS) {
      const [old, now] = [document, answer].map((place) => place.getElementById(id));
      if (id === "start" && old?.matches("form") && now.matches("form")) keepChoices(old, now);
      if (now) old.replaceWith(now);
      else old?.remove();
    }
    history.replaceState(null, "", address);
    sayDealer();
    say(document.getElementById("seating").dataset.say);
  };

  const fail = (name, why) => {
    field.value ||= name;
    clearError();
    showError(why ?? form.dataset.failed.replace("{name}", () => `\u2068${name}\u2069`));
  };

  const add = async (name) => {
    const values = new URLSearchParams(new FormData(form));
    values.set("name", name);
    const response = await fetch(form.action, { method: "POST", body: values });
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    clearError();
    if (response.ok) showSeats(answer, response.url);
    else fail(name, answer.querySelector("#add .errorlist")?.textContent.trim());
    form.scrollIntoView({ block: "nearest" });
  };

  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = field.value;
    field.value = "";
    field.focus();
    adding = adding.then(() => add(name)).catch(() => fail(name));
  });

  // If the button took the focus from the field, the keyboard would close.
  form?.querySelector("button").addEventListener("mousedown", (event) => event.preventDefault());

  document.addEventListener("change", sayDealer);
  sayDealer();
})();
