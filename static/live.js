/* Open pages follow what others do by polling, but never discard what somebody is in the middle of doing. */

/* A moment as this phone's clock shows it, with its day unless that is today. */
const timeOf = (moment) => {
  const date = new Date(Number(moment));
  const day = date.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
  return date.toLocaleString([], { hour: "numeric", minute: "2-digit", ...day });
};

(() => {
  "use strict";

  const EVERY = 3000; // ms

  let timer = null;
  let trouble = ""; // "lost", "busy", or "ended" if the page can't be opened anymore
  let isStuck = false; // whether taps wait for an answer
  let from = null; // what asked for the last refresh
  let told = null; // why a tap was refused, shown until the next tap, whatever others do

  const asked = () => document.querySelector("[data-poll]");

  const tell = () => {
    const line = document.getElementById("live");
    const { copied } = document.body.dataset; // when the service worker made it
    const state = trouble || (isStuck && "lost") || (copied && "copied");
    line.hidden = !state;
    const text = (line.dataset[state] ?? "").replace("{time}", timeOf(copied));
    if (line.textContent !== text) line.textContent = text;
  };

  const isBusy = () => {
    const active = document.activeElement;
    const isTyping = active.matches("input, select, textarea") && active.closest("#page");
    const isOver = CSS.supports("selector(:popover-open)") && page.querySelector(":popover-open");
    return isTyping || isOver || page.querySelector("[name=other]")?.value || document.querySelector("#page details[open]:not(.key), #page.sending");
  };

  /* The page's address, plus the part of the hand that is open, or what a player needs in it. */
  const here = () => {
    const at = document.querySelector('#page input[name="at"]');
    if (!at) return location.pathname + location.search;
    const needs = document.querySelector("#needs [aria-current]");
    const writing = page.querySelector("[data-here]")?.dataset.writing ?? "";
    const query = (at.value && `&at=${encodeURIComponent(at.value)}`) + writing;
    return needs?.getAttribute("href") ?? location.pathname + query.replace("&", "?");
  };

  /* Load the page again; what has the focus is found again by what it sends or opens. */
  const refresh = async (place) => {
    from = place;
    const active = document.activeElement.closest("#page [href], #page [value]");
    const part = active?.closest("[id]").id; // a name and a face may open the same
    const key = active && (active.getAttribute("value") || active.getAttribute("href"));
    await htmx.ajax("GET", here(), { target: "#page", swap: "innerHTML" });
    const now = page.querySelector("[data-here]")?.dataset.here;
    if (now && now !== location.pathname) history.replaceState(null, "", now);
    if (!key || document.activeElement !== document.body) return; // htmx has found it by its id, or it is still there
    const same = document.querySelector(`#${part} :is([value="${CSS.escape(key)}"], [href="${CSS.escape(key)}"]:not([tabindex]))`);
    (same || document.querySelector("[data-focus]"))?.focus({ preventScroll: true });
  };

  /* A hand opens in place, and so does what a player needs. */
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-open]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const before = location.href;
    const row = link.dataset.open || link.closest("[id]").id;
    history.replaceState(null, "", link.getAttribute("href"));
    await refresh(asked()).catch(() => {}); // the line at the foot says so
    if (link.isConnected) history.replaceState(null, "", before);
    else document.querySelector(`#${row} a`)?.focus({ preventScroll: true });
  });

  /* What was requested before a tap, or before somebody began to type, is out of date. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status === 410) return;
    if (!xhr.getResponseHeader("Scorekeeper")) trouble = "lost";
    if (trouble === "lost" || isBusy() || !from.isConnected) event.detail.shouldSwap = false;
    else told = document.querySelector("#page [data-refused]");
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (!told) return;
    told.removeAttribute("role"); // or it would be read aloud again
    document.getElementById("asked")?.after(told);
    told = null;
  });

  const troubleOf = (status) => {
    if (status < 400) return "";
    if (BUSY.includes(status)) return "busy";
    return status < 500 ? "ended" : "lost";
  };

  document.addEventListener("htmx:responseError", ({ detail }) => {
    trouble = troubleOf(detail.xhr.status);
  });

  const ask = async () => {
    const place = asked();
    if (!place || document.hidden) return;
    const since = performance.now();
    try {
      const address = new URL(place.dataset.poll, location.href);
      address.searchParams.set("v", place.dataset.version);
      const response = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      trouble = isOurs(response) ? troubleOf(response.status) : "lost";
      hear(isOurs(response) && response.status <= 500, since);
      const isNews = response.status === 200 && !isBusy();
      if ((isNews || trouble === "ended") && place.isConnected) await refresh(place);
    } catch {
      trouble = "lost";
      hear(false, since);
    }
    tell();
  };

  const later = (wait = EVERY) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      await ask();
      if (asked() && !document.hidden) later();
    }, wait);
  };

  document.addEventListener("visibilitychange", () => later(0));

  document.addEventListener("contact", ({ detail }) => {
    if (detail.isTap) isStuck = !detail.heard;
    if (detail.heard) delete document.body.dataset.copied;
    tell();
  });

  document.addEventListener("htmx:afterSettle", () => {
    trouble = "";
    tell();
    later();
  });

  document.addEventListener("DOMContentLoaded", () => {
    tell();
    later();
  });

  /* Back shows a page as it was. Until queue.js knows what waits, the page counts as busy. */
  addEventListener("pageshow", ({ persisted }) => {
    const [visit] = performance.getEntriesByType("navigation");
    if (!persisted && visit?.type !== "back_forward") return;
    if (page.matches(".sending")) document.addEventListener("queuechange", () => later(0), { once: true });
    else later(0);
  });
})();
