/* Recording whole hands without the server, on the form that the page loaded while there still was one. It knows no
   game's rules, so nothing is scored here. */

const IDLE = 1500; // ms without a tap before the form is loaded again
const CHANGING = "changing"; // a hand that is on the form isn't sent before it is saved again

const { answered, hands, isKept, put, send, withdraw } = window.tapQueue;
const words = document.getElementById("waiting").dataset;

let loaded = null; // the last page with the form for a whole hand, which is read when somebody wants it
let read = null;
let loading = null;

const whole = () => document.forms.whole;
const isAway = () => Boolean(whole()?.dataset.without); // whether somebody has chosen to go on without the server
const copy = () => (read ??= loaded && new DOMParser().parseFromString(loaded, "text/html"));
const wholeCopy = () => copy()?.forms.whole;
const isChanged = (field) => {
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  const first = field.options && ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]);
  return field.value !== (first ? first.value : field.defaultValue);
};
// Whether the form on the screen has been changed, perhaps before this script was there.
let isTyped = [...(whole()?.querySelectorAll("[data-kind]") ?? [])].some(isChanged);
const waitingAs = (form) => hands().find(({ key }) => key === form?.elements.key.value);

const load = async () => {
  if (loaded && isAway()) return;
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
  document.dispatchEvent(new Event("formload"));
};

const fill = (form, values) => {
  const has = (answers) => Object.entries(answers).every(([path, value]) => values[path] === value);
  const cards = Object.entries(JSON.parse(form.dataset.means ?? "{}")).map(([tap, answers]) => has(answers) && answerOf({ tap }));
  for (const [name, value] of Object.entries(Object.assign({}, values, ...cards))) {
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = value === "true" || value === field.value;
    else if (field && name !== "csrfmiddlewaretoken") field.value = value;
  }
};

/* What a tap answered, as far as the form has a field for it. */
const answerOf = ({ tap, other }) => {
  const [path, value] = tap?.split("=") ?? [];
  return path ? { [path]: other ?? value } : {};
};

/* An older page of this app didn't say what its game calls a hand. */
const nameOf = ({ named = "{number}", number }) => named.replace("{number}", number);

const place = (form, { number }) => {
  form.dataset.number = number;
  form.dataset.without = "1";
  form.setAttribute("action", form.getAttribute("action").replace(/\/hands\/\d+\//, `/hands/${number}/`));
  const title = page.querySelector("[data-hand]");
  if (title) title.textContent = nameOf(form.dataset);
  for (const each of page.querySelectorAll("[data-away], [data-turn]")) each.hidden = each.matches("[data-turn]"); // nobody knows here whose turn it is by then
};

/* Show the form with these values: a waiting hand's, or none, for a hand that hasn't been begun. */
const show = (hand, values, isTyping) => {
  isTyped = false;
  page.replaceChildren(...copy().getElementById("page").cloneNode(true).childNodes);
  const form = whole();
  if (hand) {
    for (const field of form.querySelectorAll("[data-kind]")) {
      if (field.matches("[type=checkbox], [type=radio]")) field.checked = field.defaultChecked && !field.value;
      else field.value = "";
    }
    for (const each of page.querySelectorAll("[data-correction]")) each.remove();
    page.querySelector(".dock .main").textContent = words.saveNew;
    fill(form, { revisions: 0, taps: 0, ...values });
  } else fill(form, { key: store.newKey(), ...values });
  place(form, hand ?? form.dataset);
  page.querySelector(isTyping ? "[data-kind]" : "[data-focus]")?.focus();
  scrollTo(0, 0);
  for (const item of hands()) if (item.held === CHANGING && item !== waitingAs(form)) put({ ...item, held: "" });
  send();
};

const nextOf = (game) => {
  const uid = wholeCopy().elements.game_uid?.value; // after a restored backup, another game can have the number
  const numbers = hands().map(({ hand, values }) => (hand.game === game && values.game_uid === uid ? hand.number : 0));
  return Math.max(Number(wholeCopy().dataset.next), ...numbers.map((number) => number + 1));
};

const blank = (isTyping) => {
  const { game } = wholeCopy().dataset;
  show({ game, number: nextOf(game) }, { key: store.newKey() }, isTyping);
};

/* The hand that the page shows, or the next one on the sheet, with what was tapped. */
const begin = (taps) => {
  const form = wholeCopy().dataset;
  const [, number] = page.querySelector("[data-form]").dataset.form.match(/\/hands\/(\d+)\//);
  const shown = page.querySelector(".hand [name=revisions]")?.value ?? "0";
  const isIts = number === form.number && shown === wholeCopy().elements.revisions.value;
  const values = Object.assign({}, ...taps.map(answerOf));
  if (hands().some(({ hand }) => hand.game === form.game && String(hand.number) === number)) blank();
  else if (isIts) show(null, values);
  else show({ game: form.game, number }, { key: store.newKey(), ...values }); // its form was loaded too late, or never
};

const goAway = () => {
  navigator.storage?.persist?.();
  const taps = withdraw().map(({ values }) => values);
  const isSent = waitingAs(whole());
  for (const item of hands()) put({ ...item, without: "1" });
  if (isSent) blank();
  else if (whole()) place(whole(), whole().dataset);
  else begin([...answered, ...taps]);
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

/* Once a hand is stored, the next one can be typed; once all are sent, the sheet can be shown. */
const follow = (isHeard) => {
  const form = whole();
  const waiting = waitingAs(form);
  if (isAway() && waiting && !isKept()) page.querySelector(".pressed")?.classList.remove("pressed");
  else if (isAway() && waiting && waiting.held !== CHANGING) blank(waiting.values.then);
  else if (isAway() && !hands().length && isHeard && !isTyped) location.assign(`/games/${form.dataset.game}/`);
  meet();
};

/* Put a waiting hand on the form, or open its own game's form. */
const change = (item) => {
  if (wholeCopy()?.dataset.game !== item.hand.game) return location.assign(item.url);
  // The server may have it already as it was, and keeps one hand for a key.
  const values = { ...item.values, key: store.newKey() };
  put({ ...item, key: values.key, values, held: CHANGING }, item.key);
  show(item.hand, values);
};

page.addEventListener("input", () => {
  isTyped = true;
});
document.addEventListener("htmx:afterSettle", () => {
  isTyped = false;
  clearTimeout(loading);
  loading = setTimeout(load, IDLE);
});
window.wholeForm = { change, follow, goAway, isAway, isLoaded: () => Boolean(loaded), nameOf, wholeCopy };
meet();
load();
