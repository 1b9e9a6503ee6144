/* A tap shows what is asked next before its answer has come. The server says which questions may follow. */
const ahead = (() => {
  "use strict";

  let truth = null; // the page as the server sent it, if the one on screen is ahead of it
  let now = null; // the questions that may follow, which of them is shown, and the last number

  const heading = () => page.querySelector("#asked");
  const row = (path) => page.querySelector(`.rows [data-path="${CSS.escape(path)}"]`);

  const state = () => {
    if (now) return now;
    const sent = JSON.parse(heading()?.dataset.ahead || "null");
    return sent && { ...sent, now: 0, last: -1 };
  };

  /* Return what is asked after an answer. `list` has, for each question, its path, and which question follows each kind of
     answer. Numbers below `least`, or no higher than the last one, are "less". */
  const follow = (path, value) => {
    const at = state();
    if (!at) return null;
    const [place] = at.list[at.now];
    const number = path === at.paths[place] ? Number(value) : null;
    const after = (kind) => (at.keys.includes(kind) ? at.list[at.now][at.keys.indexOf(kind) + 1] : null);
    const isLess = number !== null && "less" in at.shown && number < Math.max(at.least, at.last + 1);
    const kind = isLess ? "less" : path.slice(path.lastIndexOf(".") + 1);
    const next = after(kind);
    if (next === null) return null;
    return { ...at, now: next, last: number === null || isLess ? at.last : number, kind, from: at.now };
  };

  const show = (next, label) => {
    truth ??= page.innerHTML;
    now = next;
    const [from, to] = [next.from, next.now].map((index) => next.paths[next.list[index][0]]);
    const seat = (path) => path.slice(0, path.lastIndexOf(".") + 1);
    heading().replaceChildren(next.titles[next.list[next.now][0]]);
    heading().dataset.asked = to;
    for (const button of page.querySelectorAll(".board .offer")) {
      if (button.value.startsWith(seat(from))) button.value = seat(to) + button.value.slice(seat(from).length);
      button.classList.remove("refused", "other", "likely");
      button.removeAttribute("aria-pressed");
    }
    const [left, there] = [row(from), row(to)];
    left?.classList.replace("now", "unsent");
    left?.querySelector("a").removeAttribute("aria-current");
    left?.querySelector(".answer").replaceChildren((next.shown[next.kind] ?? "{value}").replace("{value}", label));
    there?.classList.add("now");
    there?.querySelector("a").setAttribute("aria-current", "true");
  };

  const flip = (toggle) => {
    truth ??= page.innerHTML;
    const isOn = toggle.getAttribute("aria-pressed") === "true";
    toggle.setAttribute("aria-pressed", String(!isOn));
    toggle.value = toggle.value.replace(/=\w+$/, `=${isOn}`);
  };

  const settle = () => {
    truth = now = null;
    page.querySelector(".pressed")?.classList.remove("pressed");
  };

  const restore = () => {
    if (truth !== null) page.innerHTML = truth;
    settle();
  };

  return { flip, follow, restore, row, settle, show };
})();
