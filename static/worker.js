/* Registers the service worker, which browsers allow over https. */
(() => {
  "use strict";

  const { worker } = document.currentScript.dataset;
  const workers = isSecureContext && navigator.serviceWorker;

  const register = async () => {
    const [visit] = performance.getEntriesByType("navigation");
    const taken = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
    await workers.register(worker);
    if (visit.workerStart) return;
    // The worker wasn't there when this page came: ask for it and its files again, so that they are kept.
    const { active } = await workers.ready;
    active.postMessage("claim");
    if (!workers.controller) await taken;
    const loaded = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/static/"));
    const { scripts } = document.getElementById("waiting").dataset;
    const form = document.querySelector("[data-form]")?.dataset.form;
    const addresses = [location.pathname, form, ...scripts.split(" "), ...loaded.map(({ name }) => name)];
    await Promise.allSettled(addresses.filter(Boolean).map((address) => fetch(address)));
  };

  if (workers) addEventListener("load", () => register().catch(() => {})); // without network, it is there already
})();
