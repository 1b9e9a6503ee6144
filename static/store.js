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

  let opening = open();
  opening.catch(() => {}); // a browser that can't store anything can still send

  /* Do something with the database, which a browser closes when its user clears what it has stored. */
  const use = async (work) => {
    try {
      return await work(await opening);
    } catch {
      return work(await (opening = open()));
    }
  };

  /* Store these items, and delete those stored by this page that are no longer among them. Return whether that is done. */
  const keep = async (items) => {
    const now = [...items];
    const before = known;
    know(now);
    const put = async (database) => {
      const transaction = database.transaction(ITEMS, "readwrite");
      const objects = transaction.objectStore(ITEMS);
      for (const key of before) if (!known.has(key)) objects.delete(key);
      for (const item of now) objects.put(item);
      const kept = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error); // there is no room, for example
      });
      kept.catch(() => {}); // if it has been aborted already, what follows throws
      transaction.commit?.(); // also if the page is closed now
      await kept;
    };
    const isKept = await use(put).then(() => true, () => false);
    if (isKept) tabs.postMessage("stored");
    else known = new Set([...before, ...known]); // what was stored before still is
    return isKept;
  };

  /* Return all items, oldest first. */
  const load = async () => {
    const stored = await use((database) => done(database.transaction(ITEMS).objectStore(ITEMS).getAll())).catch(() => []);
    return stored.sort((one, other) => one.order - other.order);
  };

  /* From now on, these items are this page's to store and to delete. */
  const know = (items) => {
    known = new Set(items.map(({ key }) => key));
  };

  const onChange = (call) => tabs.addEventListener("message", call);

  return { keep, know, load, newKey, onChange };
})();
