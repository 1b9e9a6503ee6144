/* Every tap that writes or opens a part of the page (see taps.js) is kept in this browser until it is answered, and
   sent in order, one at a time. So is a whole hand, but from any page, and not while it is `held`. */
(() => {
  "use strict";

  // In ms.
  const SLOW = 300;
  const FIRST_WAIT = 1000; // doubles up to PATIENCE
  const TICK = 10;
  const IDLE = 1000;
  const BROKEN = 500; // a status: errors above it pass
  const TOO_LARGE = 413; // proxies say it, too
  const REFUSED = [409, 410, 422]; // a page states the reason
  const MOVES = ".offer, .tile a, td a, [form=undo]"; // another question may be asked then

  const words = trouble.dataset;

  let queue = []; // oldest first
  let changes = 0; // how often it was stored
  let isKept = true; // whether that worked
  let sending = null;
  let stopWaiting = null;
  const answered = []; // the values of taps since offline-form.js loaded one

  const names = (taps) => taps.map((tap) => tap.label).join(", ");
  const isTap = (item) => !item.hand && !item.left;
  const hands = () => queue.filter(({ hand }) => hand);
  const isSameGame = (one, other) => one.hand.game === other.hand.game && one.values.game_uid === other.values.game_uid;
  /* After a restored backup, what was typed earlier can be a later hand, which waits for this one. */
  const isAfter = (item, other) => other.order < item.order && other.hand.number <= item.hand.number;
  const isBehind = (item) =>
    item.hand && hands().some((other) => other.held && isSameGame(other, item) && isAfter(item, other));
  const next = () => queue.find((item) => !item.left && !item.held && !isBehind(item));

  const keep = async () => {
    changes += 1;
    page.classList.toggle("sending", queue.some(isTap));
    isKept = (await store.keep(queue)) || !queue.length;
    document.dispatchEvent(new Event("queuechange"));
  };

  const showWaiting = (isWaiting) => page.classList.toggle("waiting", isWaiting);

  /* What a tap answers: what a button says or, next to a number pad, the sum of what was typed. */
  const answerOf = (control, value) => {
    const typed = control.matches(".pad .main") && control.form.elements.other.value;
    return typed ? String(sumOf(typed)) : value.split("=")[1];
  };

  const labelOf = ({ control, path, value }) => {
    const isNumber = control.matches(".pad .main, [data-count]");
    const line = isNumber || control.matches(".offer") ? (ahead.row(path) ?? control.closest(".side")) : null;
    const whose = line?.querySelector(".name").textContent.trim();
    const what = isNumber ? answerOf(control, value) : control.textContent.trim().replace(/\s+/g, " ");
    return whose ? `${whose}: ${what}` : what;
  };

  /* A tap that waits. */
  const tapOf = ({ control, form, value, path }, ends) => {
    const values = Object.fromEntries(new FormData(form));
    if (control.name) values[control.name] = value;
    if ("asked" in values) values.asked = path;
    return {
      key: store.newKey(),
      order: Math.max(0, ...queue.map((item) => item.order + 1)),
      label: labelOf({ control, path, value }),
      place: location.pathname,
      method: form ? "POST" : "GET",
      url: form ? form.getAttribute("action") : control.getAttribute("href"),
      values,
      top: form?.matches("[data-top]"), // the answer is shown from its top
      saves: form?.matches("[data-save]") || values.saves === "true", // a hand, perhaps
      ends, // what is asked next isn't known yet
      left: false, // on another page
    };
  };

  /* A whole hand that waits. */
  const handOf = (touched) => {
    const tap = tapOf(touched);
    const { game, number, named, without } = touched.form.dataset;
    return {
      ...tap,
      key: tap.values.key,
      hand: { game, number: Number(number), named },
      at: Date.now(),
      without, // the server
      held: "", // "ask" or "refused" by the server, or "changing"
      why: "",
      isRefused: false, // by the rules
    };
  };

  /* A whole hand that was changed replaces the one before. */
  const put = (item, replaced = item.key) => {
    const before = queue.findIndex(({ key }) => key === replaced);
    if (before < 0) queue.push(item);
    else {
      const { order, at, without, hand } = queue[before];
      queue[before] = { ...item, order, at, without: item.without ?? without, hand };
    }
    keep();
  };

  const tap = (touched) => {
    const { control, form, value, path } = touched;
    const isLink = !form;
    const number = form?.elements.other;
    if (number?.matches("[data-wrong]:invalid")) return fingers.ignore(control, number.dataset.wrong);
    if (!isLink && !form.reportValidity()) return;
    // Once what is asked next isn't known, only a link makes sense until the page arrives.
    if (!isLink && queue.some((other) => isTap(other) && other.ends)) return fingers.ignore(control, words.wait);
    const [tapped] = String(value).split("=");
    const isAnswer = control.matches(".offer:not(.refused), .pad .main") && path === fingers.asked();
    const answer = isAnswer && answerOf(control, value);
    const following = isAnswer ? ahead.follow(tapped, answer) : null;
    const isToggle = control.matches("[data-toggle]");
    const isCount = control.matches("[data-count]");
    if (isLink) queue = queue.filter((other) => other.method === "POST" || other === sending);
    put(form?.elements.key ? handOf(touched) : tapOf(touched, !following && !isToggle && !isCount));
    trouble.hidden = true;
    page.style = "";
    if (!isLink) document.getElementById("needs")?.remove(); // it knows nothing of this tap
    // What is typed from now on answers what is asked next.
    if (form?.elements.other || control.matches(MOVES)) for (const field of page.querySelectorAll("[name=other]")) field.value = "";
    if (following) {
      touched.shown.isAnswered = true;
      ahead.show(following, control.matches(".pad .main") ? answer.replace("-", "−") : (control.querySelector("span:not([class])") ?? control).textContent.trim());
    } else if (isToggle) ahead.flip(page.querySelector(`[data-toggle][value^="${tapped}="]`) ?? control);
    else if (isCount) ahead.count(value);
    else control.classList.add("pressed");
    send();
  };

  const pause = (ms) =>
    new Promise((resolve) => {
      stopWaiting = resolve;
      setTimeout(resolve, ms);
    });

  const ask = async ({ method, url, values, at, without }) => {
    const headers = { "HX-Request": "true", "HX-Target": "page" };
    const body = method === "POST" ? new URLSearchParams(values) : undefined;
    // How long ago: this phone's clock may be wrong.
    if (without) body.set("age", Math.max(0, Math.round((Date.now() - at) / 1000)));
    const since = performance.now();
    try {
      const response = await fetch(url, { method, body, headers, signal: AbortSignal.timeout(PATIENCE) });
      const { status } = response;
      const text = await response.text();
      const isHeard = isOurs(response) ? status <= BROKEN : status === TOO_LARGE;
      hear(isHeard, since, true); // or a portal, a proxy, or the app without its database
      if (!isHeard && !isOurs(response)) return { status: 0 };
      return { status, text, headers: response.headers };
    } catch {
      hear(false, since, true);
      return { status: 0 };
    }
  };

  const isPassing = ({ status }) => status === 0 || status > BROKEN || BUSY.includes(status);

  const hold = (answer, wait) => {
    const text = BUSY.includes(answer.status) ? words.busy : words.retrying;
    const taps = queue.filter(isTap);
    const full = isKept ? "" : ` ${words.full}`;
    if (taps.length) fingers.tell(text.replace("{taps}", () => names(taps)) + full, { cancel: true });
    return pause(Math.min(answer.headers?.get("Retry-After") * 1000 || wait, PATIENCE));
  };

  const restore = () => {
    ahead.restore();
    showWaiting(false);
  };

  const swap = ({ text, headers }, isTop) => {
    const kind = () => !page.querySelector(".boxes") && fingers.asked().replace(/\d+/, "");
    const field = () => page.querySelector("[name=other]");
    const [before, place, typed, isHand] = [kind(), scrollY, field()?.value, page.querySelector(".hand")];
    ahead.settle();
    showWaiting(false);
    htmx.swap(page, text, { swapStyle: "innerHTML", settleDelay: 0 });
    scrollTo(0, isTop || kind() !== before ? 0 : place); // on the same board, nothing moves under the thumb
    const address = headers.get("HX-Push-Url") ?? page.querySelector("[data-here]")?.dataset.here;
    if (address) history[isHand && page.querySelector(".hand") ? "replaceState" : "pushState"](null, "", address);
    if (!field()) return;
    if (typed && !page.querySelector("[data-refused]")) field().value = typed;
    if (field().value) field().dispatchEvent(new Event("input", { bubbles: true })); // a refused number is there, too
  };

  /* Taps on a page that is ahead of this answer have seen one more tap than the server counted. */
  const catchUp = (sent, text) => {
    if (!("taps" in sent.values)) return; // a link was followed by another
    const answer = new DOMParser().parseFromString(text, "text/html");
    const seen = Number(sent.values.taps);
    const known = Number(answer.querySelector("input[name=taps]")?.value) === seen ? seen : seen + 1;
    for (const { values } of queue.filter(isTap)) if ("taps" in values) values.taps = String(known);
    for (const input of page.querySelectorAll("input[name=taps]")) input.value = known;
    const news = answer.querySelector("[data-say]");
    if (news) said.textContent = news.dataset.say;
  };

  /* Let a save be felt. A browser complains before the first tap. */
  const tick = () => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isStill && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK);
  };

  /* The server has answered. What was sent from another page isn't shown. */
  const settle = (sent, answer, isAt = true) => {
    const isFine = answer.status < 400;
    queue = queue.filter((item) => item !== sent);
    if (sent.saves && isFine) tick();
    if (!trouble.lastElementChild.hidden) trouble.hidden = true; // it said that this was waiting
    if (sent.values.tap && isFine) answered.push(sent.values);
    else if (sent.method === "POST") answered.length = 0;
    if (isFine && !sent.hand && queue.some(isTap)) catchUp(sent, answer.text);
    else if (isFine && isAt) swap(answer, sent.top);
    else if (!isFine) {
      const behind = queue.filter(isTap);
      queue = queue.filter((item) => !isTap(item));
      const isRefused = REFUSED.includes(answer.status);
      if (isRefused) swap(answer);
      else restore();
      if (sent.values.tap) fingers.rest();
      for (const offer of page.querySelectorAll(`.offer[value="${sent.values.tap}"]`)) fingers.ignore(offer);
      const why = page.querySelector("[data-refused]");
      if (why && behind.length) why.append(` ${words.behind.replace("{taps}", () => names(behind))}`);
      if (!isRefused) fingers.tell(words[answer.status] ?? words.failed);
    }
    keep();
  };

  /* For hands, and for somebody else on this phone. */
  const help = async () => {
    let helper;
    for (const script of document.getElementById("waiting").dataset.scripts.split(" ")) helper = await import(script); // it uses those before it
    return helper;
  };

  const send = async () => {
    if (sending) return;
    let wait = FIRST_WAIT;
    for (;;) {
      const sent = (sending = next() ?? null);
      if (!sent) return;
      const slow = setTimeout(() => showWaiting(queue.some((item) => isTap(item) && item.ends)), SLOW);
      const answer = await ask(sent);
      clearTimeout(slow);
      const isAnswered = !isPassing(answer);
      const helper = isAnswered && (hands().length || answer.status === 403) && (await help().catch(() => null));
      if (!queue.includes(sent) || (answer.status === 403 && (await helper?.renew(sent)))) continue;
      if (isAnswered && (helper || !sent.hand)) {
        wait = FIRST_WAIT;
        if (helper) helper.settle(sent, answer);
        else settle(sent, answer);
      } else {
        await hold(answer, wait);
        wait *= 2;
      }
    }
  };

  /* Take back this page's taps. */
  const withdraw = () => {
    const taps = queue.filter(isTap);
    queue = queue.filter((item) => !isTap(item));
    restore();
    trouble.hidden = true;
    keep();
    stopWaiting?.();
    return taps;
  };

  fingers.listen(tap);
  trouble.lastElementChild.addEventListener("click", () => {
    for (const item of queue) item.left = false;
    withdraw();
  });
  addEventListener("online", () => stopWaiting?.());
  document.addEventListener("visibilitychange", () => document.hidden || stopWaiting?.());

  const start = async () => {
    page.classList.add("sending"); // perhaps
    const stored = await store.load();
    const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value;
    const places = [location.pathname, page.querySelector("[data-missing]")?.dataset.missing];
    for (const item of stored) {
      if (token) item.values.csrfmiddlewaretoken = token;
      item.left = !item.hand && !places.includes(item.place);
      if (item.held !== "ask") item.held = ""; // since then, something may have changed
    }
    const isNew = ({ key }) => queue.every((item) => item.key !== key); // not tapped meanwhile
    queue = [...stored.filter(isNew), ...queue];
    const left = queue.filter((item) => item.left);
    for (const { values } of queue.filter(isTap)) if (values.tap) ahead.count(values.tap);
    if (left.length) fingers.tell(words.left.replace("{taps}", () => names(left)), { cancel: true, place: left[0].place });
    keep();
    send();
  };

  const replace = (items) => {
    queue = items;
  };

  window.tapQueue = { answered, changes: () => changes, hands, isKept: () => isKept, isSameGame, items: () => queue, keep, put, replace, send, settle, swap, withdraw };
  start().then(() => setTimeout(() => (hands().length || page.querySelector("[data-form], [data-whole]")) && help(), IDLE));
})();
