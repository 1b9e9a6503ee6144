/* What this browser couldn't send yet outlives the page, in IndexedDB. */
const store = (() => {
  "use strict";

  const ITEMS = "queue";
  const tabs = new BroadcastChannel("scorekeeper");
  let known = new Set(); // the keys of this page's items that are stored

  /* Over http, there is no `randomUUID`. */
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
    const put = async (database) => {
      const transaction = database.transaction(ITEMS, "readwrite");
      const objects = transaction.objectStore(ITEMS);
      for (const key of before) if (!known.has(key)) objects.delete(key);
      for (const item of now) objects.put(item);
      const kept = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = reject; // for lack of room
      });
      kept.catch(() => {}); // what follows throws, too
      transaction.commit?.(); // also if the page is closed now
      await kept;
    };
    const isKept = await use(put).then(() => true, () => false);
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
