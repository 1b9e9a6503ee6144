/* A finger means the question that was on the screen when it came down, however busy the page was. What came before it
   was painted, or just after a refusal, isn't a tap. */
const fingers = (() => {
  "use strict";

  const BOUNCE = 150; // ms within which a second touch at the same place is a trembling finger's
  const TWICE = 650; // ms within which it doesn't save again what the first touch has saved
  const SAME_PLACE = 24; // px
  const DIGITS = "[data-digit], [data-step], [data-key]"; // each of their touches counts
  const REST = 600; // ms for which a question that came back takes nothing
  const UNHURRIED = 350; // ms before what has come where a finger tapped can be saved by it
  const MOST = 10; // touches whose clicks may still come

  let shown = { place: "", at: -Infinity, rest: 0 }; // the question, when it was painted, and its rest
  let typed = null; // the question that a digit was last typed for, which has been seen
  let touches = [];

  const asked = () => page.querySelector("#asked")?.dataset.asked ?? "";

  /* The same question of another hand is another question. */
  const place = () => asked() + page.querySelector("#board")?.getAttribute("action");

  /* Another question is seen from the next frame on. */
  const note = (rest = 0) => {
    const now = (shown = { place: place(), at: Infinity, rest });
    requestAnimationFrame(() => (now.at = performance.now()));
  };

  const tell = (text, { cancel = false, place = "" } = {}) => {
    const [line, link, button] = trouble.children;
    if (line.textContent !== text) line.textContent = text;
    link.hidden = !place;
    link.href = place;
    button.hidden = !cancel;
    trouble.hidden = false;
  };

  /* Shake what doesn't count, and say why until the next tap, unless the page does. */
  const ignore = (control, why = "") => {
    page.style.setProperty("--why", why && JSON.stringify(why));
    if (why) said.textContent = why;
    control.classList.add("ignored");
    clearTimeout(control.ignoring);
    control.ignoring = setTimeout(() => control.classList.remove("ignored"), 400);
  };

  const touch = (control, at, wait = 0) => {
    const isEarly = at < shown.at + Math.max(shown.rest, wait);
    // A tile of a tally stays what it is.
    const isSteady = control.matches("[data-count]") && !shown.rest;
    return { control, form: control.form, value: control.value, path: asked(), shown, isEarly: isEarly && !isSteady };
  };

  const controlOf = ({ target }) => {
    const control = target.closest?.("a[data-queue], button:not([type=button])");
    return control && (control.matches("a") || control.form?.matches("[data-queue]")) ? control : null;
  };

  const isSaving = (control) => control.closest(".save, .boxes") || control.form?.elements.saves?.value === "true";

  const isNear = (event, place) => Math.hypot(event.clientX - place.x, event.clientY - place.y) < SAME_PLACE;

  /* The touch whose click this is. Older Safari doesn't say; a key and a screen reader have none. */
  const touchOf = ({ detail, pointerId, target, timeStamp }) => {
    const isIts = (one) => (pointerId === undefined ? one.target === target : one.id === pointerId);
    return detail > 0 ? touches.findLast((one) => one.up <= timeStamp && !one.isOver && isIts(one)) : undefined;
  };

  const listen = (tap) => {
    const use = (touched) => {
      const isOver = touched.shown.isAnswered && touched.control.matches(".offer");
      if (touched.isEarly || isOver) ignore(touched.control, trouble.dataset.early);
      else tap(touched);
    };
    const on = (type, call) => document.addEventListener(type, call, true);

    on("pointerdown", (event) => {
      const { pointerId: id, clientX: x, clientY: y, timeStamp: at, target } = event;
      const last = touches.at(-1);
      const hasSaved = last?.touched && !last.isBounce && !last.touched.isEarly && isSaving(last.touched.control);
      const isBounce = last && at - last.at < (hasSaved ? TWICE : BOUNCE) && isNear(event, last) && !target.closest(DIGITS);
      const control = controlOf(event);
      const made = { id, x, y, at, up: Infinity, target, isBounce, touched: control && touch(control, at, isSaving(control) && typed !== shown && UNHURRIED) };
      if (target.closest(DIGITS) && at >= shown.at) typed = shown;
      touches = [...touches.slice(1 - MOST), made];
    });

    /* If a button is swapped out under the finger, no click event follows. */
    on("pointerup", (event) => {
      const one = touches.findLast(({ id }) => id === event.pointerId);
      if (!one) return;
      one.up = event.timeStamp;
      const { touched, isBounce } = one;
      if (!touched || touched.control.isConnected || !isNear(event, one)) return;
      if (isBounce) ignore(touched.control);
      else use(touched);
    });

    on("pointercancel", ({ pointerId }) => {
      touches = touches.filter(({ id }) => id !== pointerId);
    });

    on("click", (event) => {
      const one = touchOf(event);
      if (one) one.isOver = true;
      const bounced = one?.isBounce && event.target.closest("a, button, summary, label");
      const control = controlOf(event);
      if (!bounced && !control) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (bounced) ignore(bounced);
      else use(one?.touched?.control === control ? one.touched : touch(control, event.timeStamp));
    });

    new MutationObserver(() => place() === shown.place || note()).observe(page, {
      attributeFilter: ["data-asked"],
      childList: true,
      subtree: true,
    });
    shown = { place: place(), at: performance.now(), rest: 0 };
  };

  return { asked, ignore, listen, tell, rest: () => note(REST) };
})();

/* A tap shows what is asked next before its answer has come. The server says which questions may follow. */
const ahead = (() => {
  "use strict";

  let truth = null; // the page as the server sent it, if the one on screen is ahead of it
  let now = null; // the questions that may follow, which of them is shown, and the last number

  const heading = () => page.querySelector("#asked");
  const row = (path) => page.querySelector(`[data-path="${CSS.escape(path)}"]`);

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
    for (const button of page.querySelectorAll(".offer")) {
      if (button.value.startsWith(seat(from))) button.value = seat(to) + button.value.slice(seat(from).length);
      button.classList.remove("refused", "other", "likely", "unlikely");
      button.removeAttribute("aria-pressed");
    }
    const [left, there] = [row(from), row(to)];
    const face = there?.querySelector(".seal");
    const asking = page.querySelector(".asking");
    if (face && asking) asking.innerHTML = face.innerHTML;
    left?.classList.replace("now", "unsent");
    left?.classList.remove("lit");
    left?.querySelector("a")?.removeAttribute("aria-current");
    left?.querySelector(".answer").replaceChildren((next.shown[next.kind] ?? "{value}").replace("{value}", label));
    there?.classList.add("now", "lit");
    there?.querySelector("a").setAttribute("aria-current", "true");
    const button = page.querySelector(".pad .main");
    if (!button) return;
    const name = next.names[next.now];
    button.value = `${to}=`;
    button.form.elements.other.required = true; // what an empty field stands for isn't known
    if (!("next" in button.dataset)) return;
    button.firstElementChild.textContent = name ? button.dataset.next.replace("{name}", () => name) : button.dataset.save;
    for (const input of page.querySelectorAll("[name=saves]")) input.value = String(next.saves && !name);
  };

  const flip = (toggle) => {
    truth ??= page.innerHTML;
    const isOn = toggle.getAttribute("aria-pressed") === "true";
    toggle.setAttribute("aria-pressed", String(!isOn));
    toggle.value = toggle.value.replace(/=\w+$/, `=${isOn}`);
  };

  /* A point counts at once: in the number, and in what its buttons send next. What could be saved by then isn't known. */
  const count = (tap) => {
    const [path, points] = tap.split("=");
    const buttons = page.querySelectorAll(`[data-count][value^="${CSS.escape(path)}="]`);
    if (!buttons.length) return;
    truth ??= page.innerHTML;
    for (const button of buttons) {
      const next = Number(points) + Number(button.dataset.count);
      button.value = `${path}=${next}`;
      button.hidden = next < Number(button.dataset.least);
    }
    const figure = buttons[0].querySelector(".fig");
    const { total, each } = figure.dataset;
    figure.textContent = String(Number(total.replace("−", "-")) + each * points).replace("-", "−");
    for (const button of page.querySelectorAll(".save button")) button.disabled = true;
  };

  const settle = () => {
    truth = now = null;
    page.querySelector(".pressed")?.classList.remove("pressed");
  };

  const restore = () => {
    if (truth !== null) page.innerHTML = truth;
    settle();
  };

  return { count, flip, follow, restore, row, settle, show };
})();
