/*
 * Keeps the start page of the folder, and each other page once it was visited, so that these work
 * offline. site.py fills the places in double braces. The name of the cache holds a digest of all files:
 * it never has files of two versions, and a version is put in place only when all pages that were
 * visited are there in it.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OWN = `calpuzzle|${worker.registration.scope}|`;
const CACHE = OWN + "{{digest}}";
const FIRST = ["{{first}}"];
const PAGES = ["{{pages}}"];

/** A file as the server has it now. @param {string} file */
function fresh(file) {
  return new Request(file, { cache: "reload" });
}

/** The page that an address leads to; undefined for what is no page of the folder. @param {string} url */
function pageOf(url) {
  const { origin, pathname } = new URL(url);
  return PAGES.find((page) => new URL(page, worker.registration.scope).href === origin + pathname);
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  const old = await ownCaches();
  const kept = await Promise.all(old.map(async (name) => (await caches.open(name)).keys()));
  const visited = PAGES.filter((page) => kept.flat().some(({ url }) => pageOf(url) === page));
  await cache.addAll([...FIRST, ...visited].map(fresh));
  await worker.skipWaiting();
}

/** The caches of this folder: others of the same host have their own. */
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
