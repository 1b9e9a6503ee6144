/* What this browser couldn't send yet outlives the page, in IndexedDB. */
const store = (() => {
  "use strict";

  const ITEMS = "queue";
  const tabs = new BroadcastChannel("scorekeeper");
  let known = new Set(); // the keys of this page's items that are stored

  /* Over http, there is no `randomUUID`, but a blob's address ends in one. */
  const newKey = () => crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const open = async () => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ITEMS, { keyPath: "key" });
    return done(request);
  };

  let opening = open();
  opening.catch(() => {}); // it can still send

  /* A browser closes the database when its user clears what is stored. */
  const use = async (work) => {
    try {
      return await work(await opening);
    } catch {
      return work(await (opening = open()));
    }
  };

  /* Store these items instead of those known. Return whether that is done. */
  const keep = async (items) => {
    const now = [...items];
    const before = known;
    know(now);
    const put = (database) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(ITEMS, "readwrite");
        const objects = transaction.objectStore(ITEMS);
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = reject; // for lack of room
        for (const key of before) if (!known.has(key)) objects.delete(key);
        for (const item of now) objects.put(item);
        transaction.commit?.(); // also if the page is closed now
      });
    const isKept = await use(put).catch(() => false);
    if (isKept) tabs.postMessage("stored");
    else known = new Set([...before, ...known]);
    return isKept;
  };

  const load = async () => {
    const stored = await use((database) => done(database.transaction(ITEMS).objectStore(ITEMS).getAll())).catch(() => []);
    return stored.sort((one, other) => one.order - other.order);
  };

  const know = (items) => {
    known = new Set(items.map(({ key }) => key));
  };

  const onChange = (call) => tabs.addEventListener("message", call);

  return { keep, know, load, newKey, onChange };
})();

/* Pages and files outlive it, too, by the service worker, which browsers allow over https. */
(() => {
  "use strict";

  const worker = document.querySelector("meta[name=worker]")?.content;
  const workers = worker && isSecureContext && navigator.serviceWorker;

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
