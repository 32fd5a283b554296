/** Potluck without a network: what the site is made of is kept, all of one build together; tools/make_site.py fills it in. */
const VERSION = "%VERSION%";
const FILES = ["%FILES%"];
const URLS = new Set(FILES.map((file) => new URL(file, self.registration.scope).href));
const KEPT = `potluck-site-${VERSION}`;

/** Files whose names are of their content may come from anywhere; others must be of this build, not of an earlier visit. */
const wanted = (file) => new Request(file, { cache: /^\.\/(assets|kernel-)/.test(file) ? "default" : "no-cache" });

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES.map(wanted))));
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
  const visit = mode === "navigate" && url.startsWith(self.registration.scope);
  const asked = visit ? self.registration.scope : url.split(/[?#]/)[0];
  if (method !== "GET" || !URLS.has(asked)) return; // what is fetched here keeps a newer build waiting until it is done
  const kept = caches.match(asked, { cacheName: KEPT });
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
