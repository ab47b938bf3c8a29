// Keeps the phone's page, so that it opens without a network and says so. What the box is asked is never kept.
'use strict';

const KEPT = 'lintel-phone-1';
const ANSWER_MS = 3000; // a network so weak is none: the page that is kept comes at once
const SHELL = ['/mobile', '/assets/frame.css', '/assets/phone.css', '/assets/phone.js', '/assets/lintel.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.method !== 'GET' || !SHELL.includes(path)) return;
  event.respondWith((async () => {
    const cache = await caches.open(KEPT);
    try {
      const answer = await fetch(event.request, { signal: AbortSignal.timeout(ANSWER_MS) }); // the newest there is, where there is a network
      if (answer.ok) await cache.put(path, answer.clone());
      return answer;
    } catch (away) {
      const kept = await cache.match(path);
      if (kept) return kept;
      throw away;
    }
  })());
});
