/* Open pages follow what others do: a small question every few seconds, answered 204 while nothing changed. */
(() => {
  "use strict";

  const EVERY = 3000; // ms; slower while nothing happens
  const IDLE = 10000;
  const IDLE_AFTER = 10 * 60 * 1000;

  let timer = null;
  let updated = Date.now();
  let changed = Date.now();
  let lost = false;

  const asked = () => document.querySelector("[data-poll]");
  const line = () => document.getElementById("live");

  const tell = () => {
    const place = line();
    place.hidden = !asked();
    if (place.hidden) return;
    const seconds = Math.round((Date.now() - updated) / 1000);
    const { now, ago, minutes, lost: gone } = place.dataset;
    let text = now;
    if (lost) text = gone;
    else if (seconds >= 60) text = minutes.replace("{count}", Math.round(seconds / 60));
    else if (seconds >= 5) text = ago.replace("{count}", seconds);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("lost", lost);
  };

  /* Somebody is in the middle of something that a new page would take away. */
  const isBusy = () => {
    const active = document.activeElement;
    const typing = active && active.matches("input, select, textarea") && active.closest("#page");
    return Boolean(typing || document.querySelector("#page details[open], .pressed"));
  };

  const refresh = () => {
    const address = location.pathname + location.search;
    document.body.dataset.refreshing = "";
    return htmx.ajax("GET", address, { target: "#page", swap: "innerHTML" });
  };

  const ask = async () => {
    const place = asked();
    if (!place || document.hidden) return;
    try {
      const response = await fetch(`${place.dataset.poll}?v=${place.dataset.version}`, {
        cache: "no-store",
        signal: AbortSignal.timeout(8000),
      });
      lost = response.status >= 500;
      if (!lost) updated = Date.now();
      if (response.status === 410) await refresh();
      else if (response.status === 200 && place.isConnected && !isBusy()) {
        changed = Date.now();
        await refresh();
      }
    } catch {
      lost = true;
    }
    tell();
  };

  const later = () => {
    clearTimeout(timer);
    const pause = Date.now() - changed > IDLE_AFTER ? IDLE : EVERY;
    timer = setTimeout(async () => {
      await ask();
      if (asked() && !document.hidden) later();
    }, pause);
  };

  document.addEventListener("visibilitychange", async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    changed = Date.now();
    await ask();
    later();
  });

  document.addEventListener("htmx:afterSettle", () => {
    updated = Date.now();
    tell();
    later();
  });

  document.addEventListener("DOMContentLoaded", () => {
    tell();
    later();
    setInterval(tell, 5000);
  });
})();
