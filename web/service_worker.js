//! Lets the client work without its server: keeps the files of one build, and hands them out. The build puts `BUILD` before it.
//!
//! A new build waits until every page of the old one is closed, or until somebody says that it should take over. The files of the
//! build before stay, for pages that are still open.

/* global BUILD */

const PREFIX = 'capolinea-';
const CACHE = PREFIX + BUILD.version;
const START = new URL('./', self.location.href).href;
/** What is the server's alone: never kept. */
const LIVE = /^(api|healthz|metrics)(\/|$)/;

self.addEventListener('install', (event) => {
  const files = BUILD.files.map((file) => new URL(file, START).href);
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  // The page that had this build kept needs it too, as soon as the server has a newer one.
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

/** Keeps this build and the one before. */
async function forgetOld() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(START)) return;
  if (LIVE.test(url.href.slice(START.length))) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else event.respondWith(found(request).then((kept) => kept ?? fetch(request)));
});

/** What is kept: of this build, or else of the one before, for pages that are still open. */
async function found(request) {
  const cache = await caches.open(CACHE);
  const own = await cache.match(request, { ignoreVary: true });
  return own ?? caches.match(request, { ignoreVary: true });
}

/** A page: the server's if it can be reached, else the one that is kept. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // Not reached.
  }
  return (await found(START)) ?? Response.error();
}
