/* What this browser couldn't send yet, in IndexedDB: it outlives the page, and another tab doesn't overwrite it. */
const store = (() => {
  "use strict";

  const ITEMS = "queue";
  const tabs = new BroadcastChannel("scorekeeper"); // the others, which have the same items
  let known = new Set(); // the keys of the items that this page has, as far as they are stored

  /* A key that no other browser uses, also over http, where there is no `randomUUID`. */
  const newKey = () => {
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    const digits = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"); // as the server writes it
  };

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

  const opening = open().catch(() => null); // a browser that can't store anything can still send

  /* Store these items, and delete those stored by this page that are no longer among them. Return once that is done. */
  const keep = async (items) => {
    const now = [...items];
    const database = await opening;
    if (!database) return;
    const before = known;
    know(now);
    const transaction = database.transaction(ITEMS, "readwrite");
    const objects = transaction.objectStore(ITEMS);
    for (const key of before) if (!known.has(key)) objects.delete(key);
    for (const item of now) objects.put(item);
    const kept = new Promise((resolve) => {
      for (const end of ["complete", "abort"]) transaction.addEventListener(end, resolve);
    });
    transaction.commit?.(); // also if the page is closed now
    await kept;
    tabs.postMessage("stored");
  };

  /* Return all items, oldest first. */
  const load = async () => {
    const database = await opening;
    const stored = database ? await done(database.transaction(ITEMS).objectStore(ITEMS).getAll()) : [];
    return stored.sort((one, other) => one.order - other.order);
  };

  /* From now on, these items are this page's to store and to delete. */
  const know = (items) => {
    known = new Set(items.map(({ key }) => key));
  };

  const onChange = (call) => tabs.addEventListener("message", call);

  return { keep, know, load, newKey, onChange };
})();
