/** Potluck without a network: what the site is made of is kept, all of one build together; tools/make_site.py fills it in. */
const VERSION = "%VERSION%";
const FILES = ["%FILES%"];
const KEPT = `potluck-site-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("potluck-site-") && name !== KEPT))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The page asks for the new build when whoever plays has said so. */
self.addEventListener("message", (event) => {
  if (event.data === "replace") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
  const wanted = mode === "navigate" ? self.registration.scope : event.request;
  const kept = caches.match(wanted, { cacheName: KEPT, ignoreSearch: true });
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
