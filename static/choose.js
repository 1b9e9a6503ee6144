/* Finding a game by any of its names while one types. Enter opens the first, or else sets up a game of that name. */
(() => {
  "use strict";

  const [form, list] = ["find", "found"].map((id) => document.getElementById(id));
  const [other] = list.children;
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  const named = (game) => game.dataset.names.split("\n").map((name) => ({ game, name, folded: fold(name) }));
  const names = [...document.querySelectorAll("[data-names]")].flatMap(named);

  /* What begins with it comes first, the shortest above all. */
  const search = (sought) => {
    const rank = ({ folded }) => (folded.startsWith(sought) ? folded.length : 99);
    const found = names.filter(({ folded }) => folded.includes(sought)).sort((a, b) => rank(a) - rank(b));
    return found.filter(({ game }, index) => found.findIndex((best) => best.game === game) === index);
  };

  const draw = ({ game, name, folded }, sought) => {
    const [at, item, mark] = [folded.indexOf(sought), game.cloneNode(true), document.createElement("mark")];
    mark.textContent = name.slice(at, at + sought.length);
    const [own, called] = item.querySelectorAll("b, .called");
    (own.textContent === name ? own : called).replaceChildren(name.slice(0, at), mark, name.slice(at + sought.length));
    return item;
  };

  const find = () => {
    const typed = form.elements.namedItem("name").value.trim();
    const [link, words] = other.querySelectorAll("a, small");
    link.search = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(link.search)), name: typed });
    words.textContent = words.dataset.typed.replace("{name}", () => typed);
    list.replaceChildren(...(typed ? search(fold(typed)).map((match) => draw(match, fold(typed))) : []), other);
    list.hidden = !typed;
    for (const part of document.querySelectorAll("#found ~ *")) part.hidden = Boolean(typed);
    said.textContent = typed && list.querySelector(".text").textContent;
  };

  form.addEventListener("input", find);
  form.addEventListener("submit", (event) => event.preventDefault() ?? list.querySelector("a").click());
  addEventListener("pageshow", find);
})();
