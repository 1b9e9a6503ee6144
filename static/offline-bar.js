/* The bar, which offers to go on without the server if it hasn't answered for a while, and says what is waiting. */

const OFFER_AFTER = 10000; // ms without an answer

const { hands, isKept } = window.tapQueue;
const { follow, goAway, isAway, isLoaded, nameOf } = window.wholeForm;
const bar = document.getElementById("waiting");
const words = bar.dataset;
const part = (name) => bar.querySelector(`[data-part="${name}"]`);

let contact = Number(document.body.dataset.copied) || Date.now();
let since = document.body.dataset.copied ? -OFFER_AFTER : null; // when the first request without an answer was sent
let offering = null;

const isSilent = () => since !== null && performance.now() - since >= OFFER_AFTER;

const tell = () => {
  const waiting = hands();
  const held = waiting.find((item) => item.held && item.key !== document.forms.whole?.elements.key?.value);
  const text = [];
  if (waiting.length) text.push(isKept() ? words.count.replace("{count}", waiting.length) : trouble.dataset.full);
  else if (isSilent() && isLoaded()) text.push(words.silent);
  if (held) text.push(held.held === "ask" ? words.asks : words.unsaved, held.why ?? "");
  const hand = held ? nameOf(held.hand) : "";
  const said = text.filter(Boolean).join(" ").replace("{time}", timeOf(contact)).replace("{hand}", hand);
  bar.hidden = !said;
  if (part("text").textContent !== said) part("text").textContent = said;
  part("look").hidden = held?.held !== "ask";
  part("look").href = held?.url ?? "";
  part("away").hidden = isAway() || !isSilent() || !isLoaded();
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
    follow(true);
  } else {
    since ??= detail.since;
    offering = setTimeout(tell, since + OFFER_AFTER - performance.now());
  }
  tell();
});

/* While nothing is sent, nobody would notice that the server is back. */
const askAgain = async () => {
  if (!isAway() || since === null) return;
  const response = await fetch(document.forms.whole.action, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (response && isOurs(response) && response.status <= 500) hear(true);
};

/* Without a service worker, a page that is left can't be loaded again. */
const isAll = () => isAway() && since !== null && !navigator.serviceWorker?.controller;

document.addEventListener("click", (event) => {
  if (!event.target.closest("a[href]") || !isAll()) return;
  event.preventDefault();
  bar.hidden = false;
  part("text").textContent = words.stay;
});
part("away").addEventListener("click", () => {
  goAway();
  tell();
});
document.addEventListener("queuechange", () => {
  follow(since === null);
  tell();
});
for (const type of ["formload", "htmx:afterSettle"]) document.addEventListener(type, tell);
setInterval(askAgain, OFFER_AFTER);
tell();
