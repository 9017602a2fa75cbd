/*
 * Caches pages so that they work offline: on installation, the start page of a folder and the pages
 * that are open; later, every page that is visited. site.py replaces the names in double braces.
 * The name of the cache contains a digest of all files, so each version has its own cache; a new
 * version is used only after all visited pages are in its cache.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OWN = `calpuzzle|${worker.registration.scope}|`;
const CACHE = OWN + "{{digest}}";
const FIRST = ["{{first}}"];
const PAGES = ["{{pages}}"];

/** Return a request that the server answers, not the cache of the browser. @param {string} file */
function fresh(file) {
  return new Request(file, { cache: "reload" });
}

/** Return the page of the folder at an address, or undefined. @param {string} url */
function pageOf(url) {
  const { origin, pathname } = new URL(url);
  return PAGES.find((page) => new URL(page, worker.registration.scope).href === origin + pathname);
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  const old = await ownCaches();
  const kept = await Promise.all(old.map(async (name) => (await caches.open(name)).keys()));
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const visited = PAGES.filter((page) => [...kept.flat(), ...open].some(({ url }) => pageOf(url) === page));
  await cache.addAll([...FIRST, ...visited].map(fresh));
  await worker.skipWaiting();
}

/** Return the caches of this folder; other folders of the same host have their own. */
async function ownCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(OWN));
}

async function dropOthers() {
  const old = (await ownCaches()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  const page = kept ? undefined : pageOf(request.url);
  if (!page) return kept ?? fetch(request);
  const response = await fetch(fresh(page));
  if (response.ok) await cache.put(page, response.clone());
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(fetchAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
