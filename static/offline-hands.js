/* The whole hands that wait: what becomes of them, and the list in which they are changed, removed or saved as a file. */

const { changes, hands, isKept, isSameGame, items, keep, replace, send, swap, ...queue } = window.tapQueue;
const { change, nameOf, wholeCopy } = window.wholeForm;
const list = document.getElementById("waiting-list");
const words = document.getElementById("waiting").dataset;
const renewed = new WeakSet(); // values that have got another token

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
  const isPast = ({ hand, isRefused }) => isRefused && hand.game === game && hand.number === Number(number);
  replace(items().filter((item) => !isPast(item)));
};

/* The server has answered. A form that is on the page shows what is wrong with it; what was typed earlier waits for
   somebody's answer. */
export const settle = (sent, answer) => {
  const { status, text, headers } = answer;
  const isFine = status < 400;
  const isAt = !sent.hand || document.forms.whole?.elements.key?.value === sent.key;
  if (sent.hand && !isFine && (sent.without || !isAt)) {
    sent.held = status === 409 || status === 422 ? "ask" : "refused";
    sent.isRefused = status === 422;
    const why = new DOMParser().parseFromString(text, "text/html").querySelector(".alone p:last-of-type, .errorlist li");
    sent.why = why?.textContent.trim() ?? "";
    if (isAt && [409, 410, 422].includes(status)) swap(answer);
    keep();
    return;
  }
  if (sent.hand) renumber(sent, (Number(headers.get("Hand")) || sent.hand.number) - sent.hand.number);
  if (sent.saves && isFine) supersede(sent);
  queue.settle(sent, answer, isAt);
};

/* Another person may have signed in on this phone: take the token of a page that has one, and try once more. */
export const renew = async (item) => {
  if (renewed.has(item.values)) return false;
  renewed.add(item.values);
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
  replace([...left, ...[...stored.values()].filter(({ hand }) => hand)]);
  store.know(items());
  document.dispatchEvent(new Event("queuechange"));
};

/* Remove a whole hand. If it was a new one, the number of each hand behind it goes down by one. */
const drop = (item) => {
  if (Number(item.values.revisions) === 0) renumber(item, -1);
  replace(items().filter((other) => other !== item));
  keep();
  send();
};

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
  const means = JSON.parse(form.dataset.means ?? "{}");
  for (const [path, text] of Object.entries(Object.assign({}, values, ...Object.entries(values).map((answer) => means[answer.join("=")])))) {
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
    row.querySelector("span").textContent = `${nameOf(item.hand)} · ${timeOf(item.at)}`;
    const [changing, removing] = row.querySelectorAll("button");
    changing.addEventListener("click", () => {
      list.close();
      change(item);
    });
    removing.addEventListener("click", () => remove(removing, item));
    return row;
  });
  list.querySelector("ol").replaceChildren(...rows);
  list.querySelector("[data-file]").hidden = !rows.length || !wholeCopy()?.dataset.sheet;
  if (rows.length && !list.open) list.showModal();
  if (!rows.length) list.close();
};

document.querySelector("#waiting [data-part=show]").addEventListener("click", showList);
list.querySelector("[data-file]").addEventListener("click", download);
list.querySelector("[data-close]").addEventListener("click", () => list.close());
store.onChange(share);
