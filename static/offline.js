/* Recording whole hands without the server, on the form that the page loaded while there still was one.

   queue.js imports this once the page is idle or a hand was answered, and sends the hands. This offers to go on without
   the server if it hasn't answered for a while, and says what is waiting. It knows no game's rules, so nothing is scored
   here. */

const OFFER_AFTER = 10000; // ms without an answer
const IDLE = 1500; // ms without a tap before the form is loaded again
const CHANGING = "changing"; // a hand that is on the form isn't sent before it is saved again

const { answered, changes, hands, isKept, items, put, replace, send, swap, withdraw, ...queue } = window.tapQueue;
const bar = document.getElementById("waiting");
const list = document.getElementById("waiting-list");
const words = bar.dataset;
const { full } = trouble.dataset;
const part = (name) => bar.querySelector(`[data-part="${name}"]`);

let loaded = null; // the last page with the form for a whole hand, which is read when somebody wants it
let read = null;
let loading = null;
let contact = Number(document.body.dataset.copied) || Date.now();
let since = document.body.dataset.copied ? -OFFER_AFTER : null; // when the first request without an answer was sent
let offering = null;
let isAway = false; // whether somebody has chosen to go on without the server

const whole = () => page.querySelector("form[data-whole]");
const copy = () => (read ??= loaded && new DOMParser().parseFromString(loaded, "text/html").getElementById("page"));
const wholeCopy = () => copy()?.querySelector("form[data-whole]");
const isChanged = (field) => {
  if (field.matches("[type=checkbox]")) return field.checked !== field.defaultChecked;
  const first = field.options && ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]);
  return field.value !== (first ? first.value : field.defaultValue);
};
// Whether the form on the screen has been changed, perhaps before this script was there.
let isTyped = [...(whole()?.querySelectorAll("[data-kind]") ?? [])].some(isChanged);
const waitingAs = (form) => hands().find(({ key }) => key === form?.elements.key.value);

/* What queue.js leaves to this script. */

/* The hands behind this one in its game follow it to another number. */
const renumber = (moved, step) => {
  for (const item of hands()) {
    const { hand } = item;
    if (!queue.isSameGame(item, moved) || hand.number <= moved.hand.number) continue;
    hand.number += step;
    item.url = item.url.replace(/\/hands\/\d+\//, `/hands/${hand.number}/`);
  }
};

/* A hand that was refused while it waited for the server goes once its number has been saved in another way. */
const supersede = ({ url }) => {
  const [, game, number] = url.match(/\/games\/(\d+)\/hands\/(\d+)\//) ?? [];
  const isPast = ({ hand, isRefused }) => isRefused && hand.game === game && hand.number === Number(number);
  if (items().some(isPast)) replace(items().filter((item) => !isPast(item)));
};

/* The server has answered. A form that is on the page shows what is wrong with it; what was typed earlier waits for
   somebody's answer. */
export const settle = (sent, answer) => {
  const { status, text, headers } = answer;
  const isFine = status < 400;
  const isAt = !sent.hand || whole()?.elements.key?.value === sent.key;
  if (sent.hand && !isFine && (sent.without || !isAt)) {
    sent.held = status === 409 || status === 422 ? "ask" : "refused";
    sent.isRefused = status === 422;
    const why = new DOMParser().parseFromString(text, "text/html").querySelector(".stage + main p, .errorlist li");
    sent.why = why?.textContent.trim() ?? "";
    if (isAt && [409, 410, 422].includes(status)) swap(answer);
    replace(items());
    return;
  }
  if (sent.hand) renumber(sent, (Number(headers.get("Hand")) || sent.hand.number) - sent.hand.number);
  if (sent.saves && isFine) supersede(sent);
  queue.settle(sent, answer, isAt);
};

/* Another person may have signed in on this phone: take the token of a page that has one, and try once more. */
export const renew = async (item) => {
  if (item.isRenewed) return false;
  item.isRenewed = true;
  const response = await fetch(item.hand ? item.url : item.place).catch(() => null);
  const found = (await response?.text())?.match(/name="csrfmiddlewaretoken" value="(\w+)"/);
  if (found) item.values.csrfmiddlewaretoken = found[1];
  return Boolean(found);
};

/* A hand that another tab has sent or removed is gone, and those that it has stored wait here, too. */
const share = async () => {
  const before = changes();
  const stored = new Map((await store.load()).map((item) => [item.key, item]));
  if (before !== changes()) return share(); // this page has stored something since
  const left = items().filter(({ key, hand }) => !hand || stored.has(key) || !isKept());
  for (const item of left) {
    if (item.hand) Object.assign(item, stored.get(item.key));
    stored.delete(item.key);
  }
  replace([...left, ...[...stored.values()].filter(({ hand }) => hand)], true);
};

/* Remove a whole hand. If it was a new one, the number of each hand behind it goes down by one. */
const drop = (item) => {
  if (Number(item.values.revisions) === 0) renumber(item, -1);
  replace(items().filter((other) => other !== item));
  send();
};

/* The bar. */

/* The server renders a sentence for each kind of number that a language tells apart. */
const sentenceOf = (count) => {
  const kinds = new Intl.PluralRules(document.documentElement.lang);
  const samples = [...bar.querySelectorAll("template[data-count]")];
  const sample = samples.find(({ dataset }) => kinds.select(Number(dataset.count)) === kinds.select(count)) ?? samples.at(-1);
  return sample.content.textContent.replace("{count}", count);
};

const isSilent = () => since !== null && performance.now() - since >= OFFER_AFTER;

const tell = () => {
  const waiting = hands();
  const held = waiting.find((item) => item.held && item.key !== whole()?.elements.key?.value);
  const text = [];
  if (waiting.length) text.push(isKept() ? sentenceOf(waiting.length) : full);
  else if (isSilent() && loaded) text.push(words.silent);
  if (held) text.push(held.held === "ask" ? words.asks : words.unsaved, held.why ?? "");
  const number = held?.hand.number ?? "";
  const said = text.filter(Boolean).join(" ").replace("{time}", timeOf(contact)).replace("{number}", number);
  bar.hidden = !said;
  if (part("text").textContent !== said) part("text").textContent = said;
  part("look").hidden = held?.held !== "ask";
  part("look").href = held?.url ?? "";
  part("away").hidden = isAway || !isSilent() || !loaded;
  part("show").hidden = !waiting.length;
  document.body.style.setProperty("--waiting", `${bar.offsetHeight}px`); // the dock stands above it
};

document.addEventListener("contact", ({ detail }) => {
  // What counts is the answer to what waits: a poll may get through where a tap doesn't.
  if (detail.heard && !detail.isTap && (page.matches(".sending") || hands().some(({ held }) => !held))) return;
  clearTimeout(offering);
  if (detail.heard) {
    contact = Date.now();
    since = null;
    changed();
  } else {
    since ??= detail.since;
    offering = setTimeout(tell, since + OFFER_AFTER - performance.now());
  }
  tell();
});

/* The form, which is loaded beforehand. */

const load = async () => {
  if (loaded && isAway) return;
  const address = page.querySelector("[data-form]")?.dataset.form;
  const seen = answered.length;
  const response = address && (await fetch(address).catch(() => null));
  // The service worker's copy may be older than answers with a signature.
  const isCopy = response?.headers.has("Copied-At");
  if (!response?.ok || !(isCopy || isOurs(response))) return;
  const text = await response.text();
  if (!text.includes(" data-whole")) return; // the hand can't be recorded now
  // A copy may be older than the form that is here, too, and than the taps that were answered.
  if (!isCopy) answered.splice(0, seen);
  if (!isCopy || !loaded) {
    loaded = text;
    read = null;
  }
  tell();
};

const loadSoon = () => {
  clearTimeout(loading);
  loading = setTimeout(load, IDLE);
};

const set = (form, name, value) => {
  const field = form.elements[name];
  if (!field) return;
  if (field.type === "checkbox") field.checked = value === "true" || value === field.value;
  else field.value = value;
};

const fill = (form, values) => {
  for (const [name, value] of Object.entries(values)) if (name !== "csrfmiddlewaretoken") set(form, name, value);
};

/* What a tap answered, as far as the form has a field for it. */
const answerOf = ({ tap, other }) => {
  const [path, value] = tap?.split("=") ?? [];
  return path ? { [path]: other ?? value } : {};
};

const place = (form, { number }) => {
  form.dataset.number = number;
  form.dataset.without = "1";
  form.setAttribute("action", form.getAttribute("action").replace(/\/hands\/\d+\//, `/hands/${number}/`));
  const title = page.querySelector("[data-hand]");
  if (title) title.textContent = words.hand.replace("{number}", number);
  const inTurn = form.querySelector('[name=dealer] [value=""]');
  if (inTurn) inTurn.textContent = words.turn; // nobody knows here whose turn it is by then
  for (const each of page.querySelectorAll("[data-away]")) each.hidden = false;
};

/* Show the form with these values: a waiting hand's, or none, for a hand that hasn't been begun. */
const show = (hand, values) => {
  isAway = true;
  isTyped = false;
  page.replaceChildren(...copy().cloneNode(true).childNodes);
  const form = whole();
  if (hand) {
    for (const field of form.querySelectorAll("[data-kind]")) {
      if (field.matches("[type=checkbox], [type=radio]")) field.checked = false;
      else field.value = "";
    }
    for (const each of page.querySelectorAll("[data-correction]")) each.remove();
    page.querySelector(".dock .main").textContent = words.saveNew;
    fill(form, { revisions: 0, taps: 0, ...values });
  } else fill(form, { key: store.newKey(), ...values });
  place(form, hand ?? form.dataset);
  page.querySelector("[data-focus]")?.focus();
  scrollTo(0, 0);
  for (const item of hands()) if (item.held === CHANGING && item !== waitingAs(form)) put({ ...item, held: "" });
  send();
  tell();
};

const nextOf = (game) => {
  const uid = wholeCopy().elements.game_uid?.value; // after a restored backup, another game can have the number
  const numbers = hands().map(({ hand, values }) => (hand.game === game && values.game_uid === uid ? hand.number : 0));
  return Math.max(Number(wholeCopy().dataset.next), ...numbers.map((number) => number + 1));
};

const blank = () => {
  const { game } = wholeCopy().dataset;
  show({ game, number: nextOf(game) }, { key: store.newKey() });
};

/* The hand that the page shows, or the next one on the sheet, with what was tapped. */
const begin = (taps) => {
  const form = wholeCopy().dataset;
  const [, number] = page.querySelector("[data-form]").dataset.form.match(/\/hands\/(\d+)\//);
  const values = Object.assign({}, ...taps.map(answerOf));
  if (hands().some(({ hand }) => hand.game === form.game && String(hand.number) === number)) blank();
  else if (number === form.number) show(null, values);
  else show({ game: form.game, number }, { key: store.newKey(), ...values }); // its form couldn't be loaded anymore
};

const goAway = () => {
  navigator.storage?.persist?.();
  const taps = withdraw().map(({ values }) => values);
  const isSent = waitingAs(whole());
  for (const item of hands()) put({ ...item, without: "1" });
  if (isSent) blank();
  else if (whole()) place(whole(), whole().dataset);
  else begin([...answered, ...taps]);
  isAway = true;
  tell();
};

/* What is waiting. */

const numberOf = (text) => Number(text.replace(/[−–]/g, "-"));
const READ = {
  number: numberOf,
  flag: (text) => text === "true",
  numbers: (text) => text.split(/[\s,;]+/).filter(Boolean).map(numberOf),
};

/* A hand as a score sheet file has it: nested by its paths, with players by name. */
const handOf = (values, form, names) => {
  const hand = { hand: {}, players: {} };
  const sides = [...form.querySelectorAll('[name^="sides."]')].map(({ name }) => Number(name.split(".")[1]));
  if (sides.length) hand.hand.sides = Array.from({ length: Math.max(...sides) + 1 }, () => ({}));
  if (values.dealer) hand.dealer = names[values.dealer];
  if (values.anyway) hand.score_anyway = true;
  for (const [path, text] of Object.entries(values)) {
    const kind = form.querySelector(`[name="${CSS.escape(path)}"]`)?.dataset.kind;
    if (!kind || text === "" || path === "dealer") continue;
    const [group, ...keys] = path.split(".");
    let node = hand.hand;
    if (group === "players") node = hand.players[names[keys.shift()]] ??= {};
    if (group === "sides") node = node.sides[keys.shift()];
    for (const key of keys.slice(0, -1)) node = node[key] ??= {};
    node[keys.at(-1)] = kind === "seat" ? names[text] : (READ[kind] ?? String)(text);
  }
  return hand;
};

const download = () => {
  const form = wholeCopy();
  const sheet = JSON.parse(form.dataset.sheet);
  const names = JSON.parse(form.dataset.players);
  for (const { hand, values } of hands()) {
    if (hand.game === form.dataset.game) sheet.games[0].hands[hand.number - 1] = handOf(values, form, names);
  }
  const file = new Blob([JSON.stringify(sheet, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { download: words.file, href: URL.createObjectURL(file) });
  link.click();
};

const change = (item) => {
  if (wholeCopy()?.dataset.game !== item.hand.game) location.assign(item.url);
  else {
    list.close();
    // The server may have it already as it was, and keeps one hand for a key.
    const values = { ...item.values, key: store.newKey() };
    put({ ...item, key: values.key, values, held: CHANGING }, item.key);
    show(item.hand, values);
  }
};

/* The first tap asks, the second removes the hand. */
const remove = (button, item) => {
  if (button.dataset.sure) {
    button.textContent = button.dataset.sure;
    delete button.dataset.sure;
    return;
  }
  drop(item);
  showList();
};

const showList = () => {
  const rows = hands().map((item) => {
    const row = list.querySelector("template").content.firstElementChild.cloneNode(true);
    row.querySelector("span").textContent = `${words.hand.replace("{number}", item.hand.number)} · ${timeOf(item.at)}`;
    const [changing, removing] = row.querySelectorAll("button");
    changing.addEventListener("click", () => change(item));
    removing.addEventListener("click", () => remove(removing, item));
    return row;
  });
  list.querySelector("ol").replaceChildren(...rows);
  list.querySelector("[data-file]").hidden = !rows.length || !wholeCopy()?.dataset.sheet;
  if (rows.length && !list.open) list.showModal();
  if (!rows.length) list.close();
};

/* A page with the form shows the hand that is sent to its address, and sends it again if that needs an answer. Its form
   is for the next hand if the sheet hasn't got the hand of that number. */
const meet = () => {
  const form = whole();
  if (!form || form.dataset.without || isTyped || waitingAs(form)) return;
  const item = hands().find(({ url }) => url === form.getAttribute("action") || url === location.pathname);
  if (!item) return;
  fill(form, item.values);
  if (!item.held) return;
  put({ ...item, held: "" });
  send();
};

/* While nothing is sent, nobody would notice that the server is back. */
const askAgain = async () => {
  if (!isAway || since === null) return;
  const response = await fetch(whole().action, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (response && isOurs(response) && response.status <= 500) hear(true);
};

const changed = () => {
  const form = whole();
  const waiting = waitingAs(form);
  if (isAway && waiting && !isKept()) page.querySelector(".pressed")?.classList.remove("pressed");
  else if (isAway && waiting && waiting.held !== CHANGING) blank();
  else if (isAway && !hands().length && since === null && !isTyped) location.assign(`/games/${form.dataset.game}/`);
  meet();
  tell();
};

/* Without a service worker, a page that is left can't be loaded again. */
const isAll = () => isAway && since !== null && !navigator.serviceWorker?.controller;

document.addEventListener("click", (event) => {
  if (!event.target.closest("a[href]") || !isAll()) return;
  event.preventDefault();
  bar.hidden = false;
  part("text").textContent = words.stay;
});
page.addEventListener("input", () => {
  isTyped = true;
});
bar.addEventListener("click", ({ target }) => {
  if (target === part("away")) goAway();
  if (target === part("show")) showList();
});
list.querySelector("[data-file]").addEventListener("click", download);
list.querySelector("[data-close]").addEventListener("click", () => list.close());
document.addEventListener("queuechange", changed);
document.addEventListener("htmx:afterSettle", () => {
  isTyped = false;
  isAway &&= Boolean(whole()?.dataset.without);
  loadSoon();
  tell();
});
setInterval(askAgain, OFFER_AFTER);
store.onChange(share);
meet();
tell();
load();
