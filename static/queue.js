/* One queue for every tap that writes or that opens a part of the page: buttons in `form[data-queue]`, `a[data-queue]`.

   Taps are sent one at a time, in order, and kept in this browser until they are answered. Everything works without this
   script, because each button belongs to an ordinary form. See fingers.js for what counts as a tap.

   A whole hand (`form[data-whole]`) is queued like a tap, but doesn't belong to a page: it is sent from any page, and
   stays until the server has it or somebody removes it. One that is `held` needs an answer, and those behind it wait.
   See offline.js for how hands are recorded without the server. */
(() => {
  "use strict";

  const PATIENCE = 8000; // ms to wait for an answer
  const SLOW = 300; // ms after which the page says that it is waiting
  const FIRST_WAIT = 1000; // ms between tries, doubling up to LONGEST_WAIT
  const LONGEST_WAIT = 8000;
  const BUSY = new Set([408, 425, 429, 503]); // the app, or a proxy, says to send it again
  const BROKEN = 500; // the app's only error that sending again wouldn't change; those above it pass
  const TOO_LARGE = 413; // proxies say it, too
  const REFUSED = new Set([409, 410, 422]); // the response is a page that states the reason
  const TICK = 10; // ms
  const IDLE = 1000; // ms after which a page has loaded everything that it shows

  const page = document.getElementById("page");
  const bar = document.getElementById("trouble");
  const words = bar.dataset;
  const waiting = document.getElementById("waiting");

  let queue = []; // the taps that haven't been answered, oldest first
  let changes = 0; // how often this page has stored its queue
  let isKept = true; // whether that worked the last time
  let sending = null; // the item being sent
  let stopWaiting = null;
  const answered = []; // the values of the taps that were answered since offline.js last loaded a form

  const heading = () => page.querySelector("#asked");
  const names = (taps) => taps.map((tap) => tap.label).join(", ");
  const isTap = (item) => !item.hand && !item.left; // those that were left on another page wait for it
  const isShown = ({ key }) => page.querySelector("form[data-whole]")?.elements.key?.value === key;
  const hands = () => queue.filter(({ hand }) => hand);
  const isSameGame = (one, other) => one.hand.game === other.hand.game && one.values.game_uid === other.values.game_uid;
  /* After a restored backup, what was typed earlier can be a later hand, which waits for this one. */
  const isAfter = (item, other) => other.order < item.order && other.hand.number <= item.hand.number;
  const isBehind = (item) =>
    item.hand && hands().some((other) => other.held && isSameGame(other, item) && isAfter(item, other));
  const next = () => queue.find((item) => !item.left && !item.held && !isBehind(item));

  /* Only what is stored outlives the page, so nothing that follows is shown before. */
  const keep = async () => {
    changes += 1;
    page.classList.toggle("sending", queue.some(isTap));
    isKept = (await store.keep(queue)) || !queue.length;
    document.dispatchEvent(new Event("queuechange"));
  };

  /* Messages. */

  const tell = (text, { cancel = false, place = "" } = {}) => {
    const [line, link, button] = bar.children;
    if (line.textContent !== text) line.textContent = text;
    link.hidden = !place;
    link.href = place;
    button.hidden = !cancel;
    bar.hidden = false;
  };

  const say = (text) => {
    if (text) document.getElementById("said").textContent = text;
  };

  const showWaiting = (isWaiting) => {
    page.classList.toggle("waiting", isWaiting);
    if (isWaiting) heading()?.setAttribute("data-waiting", words.sending);
    else heading()?.removeAttribute("data-waiting");
  };

  /* Taps. */

  const labelOf = ({ control, path }) => {
    const whose = control.matches(".board .offer") && ahead.row(path)?.querySelector(".name").textContent.trim();
    const what = control.textContent.trim().replace(/\s+/g, " ");
    return whose ? `${whose}: ${what}` : what;
  };

  const itemOf = (touched) => {
    const { control, form, value, path } = touched;
    const order = Math.max(0, ...queue.map((item) => item.order + 1));
    const made = { key: store.newKey(), order, label: labelOf(touched), place: location.pathname };
    if (control.matches("a")) return { ...made, method: "GET", url: control.getAttribute("href"), values: {} };
    const values = Object.fromEntries(new FormData(form));
    if (control.name) values[control.name] = value;
    if ("asked" in values) values.asked = path;
    const what = { top: "top" in form.dataset, saves: "save" in form.dataset };
    const { game, number, without } = form.dataset;
    if (values.key) Object.assign(what, { key: values.key, hand: { game, number: Number(number) }, at: Date.now(), without });
    return { ...made, ...what, method: "POST", url: form.getAttribute("action"), values };
  };

  /* Queue an item. A whole hand that was changed, or about which somebody has decided, replaces the one before. */
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
    const isLink = control.matches("a");
    if (!isLink && !form.reportValidity()) return;
    // After a link, or an answer whose next question isn't known, only another link makes sense until the page arrives.
    if (!isLink && queue.some((other) => isTap(other) && other.ends)) {
      fingers.ignore(control, words.wait);
      return;
    }
    const made = itemOf(touched);
    const [tapped, answer] = String(value).split("=");
    const following = control.matches(".board .offer:not(.refused)") && path === fingers.asked() ? ahead.follow(tapped, answer) : null;
    const isToggle = control.matches("[aria-pressed].peek");
    made.ends = !following && !isToggle;
    if (isLink) queue = queue.filter((other) => other.method === "POST" || other === sending);
    put(made);
    bar.hidden = true;
    if (following) {
      touched.shown.isAnswered = true;
      ahead.show(following, control.textContent.trim());
    } else if (isToggle) ahead.flip(page.querySelector(`.peek[value^="${tapped}="]`) ?? control);
    else control.classList.add("pressed");
    send();
  };

  /* Sending, one at a time. */

  const pause = (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const ask = async ({ method, url, values, at, without }) => {
    const headers = { "HX-Request": "true", "HX-Target": "page" };
    const body = method === "POST" ? new URLSearchParams(values) : undefined;
    // How long ago, so that it doesn't matter what time it is on this phone.
    if (without) body.set("age", Math.max(0, Math.round((Date.now() - at) / 1000)));
    const since = performance.now();
    try {
      const response = await fetch(url, { method, body, headers, signal: AbortSignal.timeout(PATIENCE) });
      const { status } = response;
      const header = (name) => response.headers.get(name);
      const text = await response.text();
      const isHeard = isOurs(response) ? status <= BROKEN : status === TOO_LARGE;
      hear(isHeard, since); // otherwise, only a portal or a proxy has answered, or the app without its database
      if (!isHeard && !isOurs(response)) return { status: 0 };
      return {
        status,
        text,
        after: Number(header("Retry-After")) * 1000,
        address: header("HX-Push-Url"),
        number: Number(header("Hand")), // under which a whole hand was recorded
      };
    } catch {
      hear(false, since);
      return { status: 0 }; // no answer, or only a part of it
    }
  };

  /* Tell the other scripts whether the server has answered, or since when it hasn't. */
  const hear = (heard, since) => document.dispatchEvent(new CustomEvent("contact", { detail: { heard, since, isTap: true } }));

  const isPassing = ({ status }) => status === 0 || status > BROKEN || BUSY.has(status);

  /* Try again when the server says, or else after `wait` ms. */
  const hold = (answer, wait) => {
    const text = BUSY.has(answer.status) ? words.busy : words.retrying;
    const taps = queue.filter(isTap);
    const full = isKept ? "" : ` ${words.full}`;
    if (taps.length) tell(text.replace("{taps}", () => names(taps)) + full, { cancel: true });
    return pause(Math.min(answer.after || wait, LONGEST_WAIT));
  };

  const restore = () => {
    ahead.restore();
    showWaiting(false);
  };

  const swap = ({ text, address }, isTop) => {
    ahead.settle();
    showWaiting(false);
    const show = isTop ? { show: "top", showTarget: "window" } : {};
    htmx.swap(page, text, { swapStyle: "innerHTML", settleDelay: 0, ...show });
    if (address) history.pushState(null, "", address);
  };

  /* The page is ahead of this answer: taps on it have already seen one more tap than the server counted. */
  const catchUp = (sent, text) => {
    if (!("taps" in sent.values)) return; // a link was followed by another
    const answer = new DOMParser().parseFromString(text, "text/html");
    const seen = Number(sent.values.taps);
    const known = Number(answer.querySelector("input[name=taps]")?.value) === seen ? seen : seen + 1;
    for (const { values } of queue.filter(isTap)) if ("taps" in values) values.taps = String(known);
    for (const input of page.querySelectorAll("input[name=taps]")) input.value = known;
    say(answer.querySelector("[data-say]")?.dataset.say);
  };

  /* Let the hand that holds the phone feel that a save has arrived. A browser complains before it was ever tapped. */
  const tick = () => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isStill && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK);
  };

  /* The hands behind this one in its game follow it to another number. */
  const renumber = (moved, step) => {
    for (const item of hands()) {
      const { hand } = item;
      if (!isSameGame(item, moved) || hand.number <= moved.hand.number) continue;
      hand.number += step;
      item.url = item.url.replace(/\/hands\/\d+\//, `/hands/${hand.number}/`);
    }
  };

  /* A hand that was refused while it waited for the server goes once its number has been saved in another way. */
  const supersede = ({ url }) => {
    const [, game, number] = url.match(/\/games\/(\d+)\/hands\/(\d+)\//) ?? [];
    queue = queue.filter(({ hand, isRefused }) => !isRefused || hand.game !== game || hand.number !== Number(number));
  };

  const settled = (sent, answer) => {
    const isFine = answer.status < 400;
    const isAt = !sent.hand || isShown(sent);
    // A form that is on the page shows what is wrong with it. What was typed earlier waits for somebody's answer.
    if (sent.hand && !isFine && (sent.without || !isAt)) {
      sent.held = answer.status === 409 || answer.status === 422 ? "ask" : "refused";
      sent.isRefused = answer.status === 422;
      sent.why = new DOMParser().parseFromString(answer.text, "text/html").querySelector(".cover p")?.textContent.trim() ?? "";
      if (isAt && REFUSED.has(answer.status)) swap(answer);
      keep();
      return;
    }
    queue = queue.filter((item) => item !== sent);
    if (sent.saves && isFine) {
      tick();
      supersede(sent);
    }
    if (sent.hand) renumber(sent, (answer.number || sent.hand.number) - sent.hand.number);
    if (!bar.querySelector("button").hidden) bar.hidden = true; // it said that this was waiting
    if (sent.values.tap && isFine) answered.push(sent.values);
    else if (sent.method === "POST") answered.length = 0;
    if (isFine && !sent.hand && queue.some(isTap)) catchUp(sent, answer.text);
    else if (isFine && isAt) swap(answer, sent.top);
    else if (!isFine) {
      const behind = queue.filter(isTap);
      queue = queue.filter((item) => !isTap(item));
      if (REFUSED.has(answer.status)) swap(answer);
      else restore();
      if (sent.values.tap) fingers.rest();
      const why = page.querySelector("[data-refused]");
      if (why && behind.length) why.append(` ${words.behind.replace("{taps}", () => names(behind))}`);
      if (!REFUSED.has(answer.status)) tell(words[answer.status] ?? words.failed);
    }
    keep();
  };

  /* Another person may have signed in on this phone: take the token of a page that has one, and try once more. */
  const renew = async (item) => {
    if (item.isRenewed) return false;
    item.isRenewed = true;
    const response = await fetch(item.hand ? item.url : item.place).catch(() => null);
    const found = (await response?.text())?.match(/name="csrfmiddlewaretoken" value="(\w+)"/);
    if (found) item.values.csrfmiddlewaretoken = found[1];
    return Boolean(found);
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
      if (!queue.includes(sent) || (answer.status === 403 && (await renew(sent)))) continue;
      if (isPassing(answer)) {
        await hold(answer, wait);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      } else {
        wait = FIRST_WAIT;
        settled(sent, answer);
      }
    }
  };

  /* Remove a whole hand. If it was a new one, the number of each hand behind it goes down by one. */
  const drop = (item) => {
    queue = queue.filter((other) => other !== item);
    if (Number(item.values.revisions) === 0) renumber(item, -1);
    keep();
    send();
  };

  /* Take back the taps that wait on this page, and return them. */
  const withdraw = () => {
    const taps = queue.filter(isTap);
    queue = queue.filter((item) => !isTap(item));
    restore();
    bar.hidden = true;
    keep();
    stopWaiting?.();
    return taps;
  };

  /* Discard the taps, also those left on another page. */
  const cancel = () => {
    for (const item of queue) item.left = false;
    withdraw();
  };

  fingers.listen(tap);
  bar.querySelector("button").addEventListener("click", cancel);
  addEventListener("online", () => stopWaiting?.());
  document.addEventListener("visibilitychange", () => document.hidden || stopWaiting?.());

  const start = async () => {
    page.classList.add("sending"); // there may be something to send
    const stored = await store.load();
    const keys = new Set(queue.map(({ key }) => key)); // tapped meanwhile
    const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value;
    for (const item of stored) {
      if (token) item.values.csrfmiddlewaretoken = token;
      item.isRenewed = false;
      item.left = !item.hand && item.place !== location.pathname;
      if (item.held !== "ask") item.held = ""; // something may have changed since
    }
    queue = [...stored.filter(({ key }) => !keys.has(key)), ...queue];
    const left = queue.filter((item) => item.left);
    if (left.length) tell(words.left.replace("{taps}", () => names(left)), { cancel: true, place: left[0].place });
    keep();
    send();
  };

  /* A hand that another tab has sent or removed is gone, and those that it has stored wait here, too. */
  const share = async () => {
    const before = changes;
    const stored = new Map((await store.load()).map((item) => [item.key, item]));
    if (before !== changes) return share(); // this page has stored something since
    queue = queue.filter(({ key, hand }) => !hand || stored.has(key));
    for (const item of queue) {
      if (item.hand) Object.assign(item, stored.get(item.key));
      stored.delete(item.key);
    }
    queue.push(...[...stored.values()].filter(({ hand }) => hand));
    store.know(queue);
    document.dispatchEvent(new Event("queuechange"));
  };

  /* The rest of recording without the server is loaded once the page is idle, where hands are recorded or wait. */
  const help = () => {
    if (hands().length || page.querySelector("[data-form], [data-whole]")) import(waiting.dataset.script);
  };

  window.tapQueue = { answered, drop, isKept: () => isKept, hands, put, send, withdraw };
  start().then(() => {
    store.onChange(share);
    setTimeout(help, IDLE);
  });
})();
