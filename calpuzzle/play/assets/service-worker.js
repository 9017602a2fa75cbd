/*
 * Keeps all files of the folder, so that it works offline after the first visit. site.py fills the
 * places in double braces. The name of the cache holds a digest of the files: it never has files of
 * two versions, and a version is put in place only when it is there as a whole.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const OWN = `calpuzzle|${worker.registration.scope}|`;
const CACHE = OWN + "{{digest}}";
const FILES = ["{{files}}"];

async function fetchAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  await worker.skipWaiting();
}

async function dropOthers() {
  const names = await caches.keys();
  // Other folders of the same host have caches of their own.
  const old = names.filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(fetchAll()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
