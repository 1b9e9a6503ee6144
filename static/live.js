/* Open pages follow what others do: a small question every few seconds, answered 204 while nothing changed.

   It pauses while the page is hidden, asks at once on return, asks less often when nothing happens, and never takes
   away what somebody is in the middle of. */
(() => {
  "use strict";

  const EVERY = 3000; // ms
  const IDLE = 10000; // ms between questions when nothing happened for IDLE_AFTER
  const IDLE_AFTER = 10 * 60 * 1000;
  const PATIENCE = 8000; // ms for an answer

  let timer = null;
  let updated = Date.now();
  let changed = Date.now();
  let lost = false;
  let from = null; // the place of the page that was last asked for anew
  let told = null; // why one's own tap was refused: told until one's own next, whatever others do meanwhile

  const asked = () => document.querySelector("[data-poll]");

  const tell = () => {
    const line = document.getElementById("live");
    line.hidden = !asked();
    const seconds = Math.round((Date.now() - updated) / 1000);
    let text = line.dataset.now;
    if (lost) text = line.dataset.lost;
    else if (seconds >= 60) text = line.dataset.minutes.replace("{count}", Math.round(seconds / 60));
    else if (seconds >= 5) text = line.dataset.ago.replace("{count}", seconds);
    if (line.textContent !== text) line.textContent = text;
    line.classList.toggle("lost", lost);
  };

  const isBusy = () => {
    const active = document.activeElement;
    const isTyping = active.matches("input, select, textarea") && active.closest("#page");
    return Boolean(isTyping || document.querySelector("#page details[open], #page.sending"));
  };

  /* Where the page is, with the part of the hand that its user has open: taps change it without changing the address. */
  const here = () => {
    const at = document.querySelector('#page input[name="at"]');
    if (!at) return location.pathname + location.search;
    return location.pathname + (at.value && `?at=${encodeURIComponent(at.value)}`);
  };

  /* The page as it is now, without moving the focus: what is focused is found again by what it writes or opens. */
  const refresh = async (place) => {
    from = place;
    const active = document.activeElement.closest("#page [href], #page [value]");
    const key = active && (active.getAttribute("value") || active.getAttribute("href"));
    await htmx.ajax("GET", here(), { target: "#page", swap: "innerHTML" });
    if (!key || active.isConnected) return;
    const same = document.querySelector(`#page [value="${CSS.escape(key)}"], #page [href="${CSS.escape(key)}"]:not([tabindex])`);
    (same || document.querySelector("[data-focus]"))?.focus({ preventScroll: true });
  };

  /* What was asked for before a tap, or before somebody began to type, comes too late. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status === 410) return;
    if (isBusy() || !from.isConnected) event.detail.shouldSwap = false;
    else told = document.querySelector("#page [data-refused]");
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (!told) return;
    told.removeAttribute("role"); // an alert that comes into the page again would be read out again
    document.getElementById("asked")?.after(told);
    told = null;
  });

  const ask = async () => {
    const place = asked();
    if (!place || document.hidden) return;
    try {
      const response = await fetch(`${place.dataset.poll}?v=${place.dataset.version}`, {
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE),
      });
      lost = response.status >= 500;
      if (!lost) updated = Date.now();
      const isNews = response.status === 200 && !isBusy();
      if ((isNews || response.status === 410) && place.isConnected) {
        changed = Date.now();
        await refresh(place);
      }
    } catch {
      lost = true;
    }
    tell();
  };

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await ask();
      if (asked() && !document.hidden) later();
    }, Date.now() - changed > IDLE_AFTER ? IDLE : EVERY);
  };

  document.addEventListener("visibilitychange", async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    changed = Date.now();
    await ask();
    later();
  });

  document.addEventListener("htmx:afterSettle", () => {
    updated = changed = Date.now();
    tell();
    later();
  });

  document.addEventListener("DOMContentLoaded", () => {
    tell();
    later();
    setInterval(tell, 5000);
  });
})();
