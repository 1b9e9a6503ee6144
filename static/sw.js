/* The service worker, which browsers allow over https: the app starts without network, too.

   Static files have hashed names, so they are kept. Of a group, a sheet, a hand and the form for a whole hand, only the
   last copy is kept, and shown only if the server doesn't answer. Nothing else is ever touched. */
"use strict";

const FILES = `files${location.search}`; // of this release
const PAGES = "pages";
const KINDS = [/^\/games\/\d+\/$/, /^\/groups\/\d+\/$/, /^\/games\/\d+\/hands\/\d+\/$/, /^\/games\/\d+\/hands\/\d+\/whole\/$/];
const START = /^\/(home-screen\/[^/]+\/start\/)?$/;
const OWN = /^\/(games|groups|home-screen\/$)/; // where a form leaves whoever sends it who they are
const ENDED = new Set([403, 404, 410]); // signed out, removed, or hidden
const PATIENCE = 5000; // ms to wait for an answer if there is a copy
const MADE = "Copied-At";

let removals = 0;

const isOurs = ({ headers }) => headers.has("Scorekeeper"); // not a hotel's portal
/* Where a redirect leads, and so who has answered, is only known by following it. */
const isAnswer = async (response, { url }) =>
  isOurs(response) || (response.type === "opaqueredirect" && isOurs(await fetch(url).catch(() => Response.error())));

const kindOf = (path) => KINDS.findIndex((kind) => kind.test(path));
const pathOf = ({ url }) => new URL(url).pathname;

/* Forget all pages, and those being loaded. */
const forget = () => {
  removals += 1;
  return caches.delete(PAGES);
};

const keep = async (path, response, before) => {
  const headers = new Headers(response.headers);
  headers.set(MADE, Date.now());
  const copy = new Response(await response.blob(), { headers });
  const pages = await caches.open(PAGES);
  if (before !== removals) return; // not earlier: they may be removed while this waits
  await pages.put(path, copy);
  const others = (await pages.keys()).filter((other) => pathOf(other) !== path);
  for (const other of others) if (kindOf(pathOf(other)) === kindOf(path)) await pages.delete(other);
};

/* Return a copy that says when it was made, or undefined. */
const copyOf = async (path) => {
  const found = await (await caches.open(PAGES)).match(path);
  const page = await found?.text();
  return page && new Response(page.replace("<body", `<body data-copied="${found.headers.get(MADE)}"`), { headers: found.headers });
};

/* Return the path of the copy to show instead of a page of which there is none: if possible, one of the same kind. */
const otherPath = async (kind) => {
  const paths = (await (await caches.open(PAGES)).keys()).map(pathOf);
  return [kind, 0, 1, 2, 3].map((each) => paths.find((path) => kindOf(path) === each)).find(Boolean);
};

const withoutNetwork = async (request, path) => {
  const copy = await copyOf(path);
  if (copy) return copy;
  const other = request.mode === "navigate" && (await otherPath(kindOf(path)));
  return other ? Response.redirect(other) : null;
};

const late = (path) =>
  new Promise((resolve) => {
    setTimeout(async () => {
      const copy = await copyOf(path);
      if (copy) resolve(copy);
    }, PATIENCE);
  });

const page = async (event, { pathname, search }) => {
  const before = removals;
  const asking = fetch(event.request).then((response) => {
    if (!isOurs(response)) return response;
    if (ENDED.has(response.status)) event.waitUntil(forget());
    else if (response.ok && response.type === "basic" && !response.redirected && !search) {
      event.waitUntil(keep(pathname, response.clone(), before));
    }
    return response;
  });
  event.waitUntil(asking.catch(() => {}));
  try {
    const response = await Promise.race([asking, late(pathname)]);
    return (await isAnswer(response, event.request)) ? response : ((await copyOf(pathname)) ?? response);
  } catch {
    return (await withoutNetwork(event.request, pathname)) ?? Response.error();
  }
};

const start = async (request, path) => {
  const response = await fetch(request).catch(() => null);
  // A link of the home screen must not be opened twice.
  if (response && (path !== "/" ? response.type === "opaqueredirect" || isOurs(response) : await isAnswer(response, request))) return response;
  return (await withoutNetwork(request, path)) ?? response ?? Response.error();
};

const file = async (request) => {
  const files = await caches.open(FILES);
  const found = await files.match(request);
  if (found) return found;
  const response = await fetch(request);
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html"); // a proxy's
  if (response.ok && response.type === "basic" && !isPage) await files.put(request, response.clone());
  return response;
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isVisit = request.mode === "navigate";
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") {
    // Whoever signs in or out, or joins, may be somebody else.
    if (isVisit && !OWN.test(url.pathname)) event.waitUntil(forget());
  } else if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (kindOf(url.pathname) >= 0 && !request.headers.has("HX-Request")) event.respondWith(page(event, url));
  else if (isVisit && START.test(url.pathname)) {
    event.respondWith(start(request, url.pathname));
  }
});

const takeOver = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== FILES && name !== PAGES).map((name) => caches.delete(name)));
  await clients.claim();
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("message", (event) => event.waitUntil(clients.claim()));
