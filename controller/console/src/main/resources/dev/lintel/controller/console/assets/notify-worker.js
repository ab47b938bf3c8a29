// Shows what the box pushes to this browser as a notification, also while no page of the box is open. A message is JSON:
// tag, title, body, waits (it stays and makes a sound), path (which page a click opens).
'use strict';

const UNKNOWN = { tag: 'lintel', title: 'Lintel', body: 'Open the console to see what happened.', waits: false, path: '/' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  let shown = UNKNOWN;
  try {
    shown = { ...UNKNOWN, ...event.data.json() };
  } catch {
    // each message must show something, else browsers end the subscription
  }
  event.waitUntil(show(shown));
});

async function show(shown) {
  try {
    const before = await self.registration.getNotifications();
    for (const one of before) if (one.tag === shown.tag) one.close(); // an iPhone does not replace it by the tag
  } catch {
    // then the browser replaces it, or shows both
  }
  await self.registration.showNotification(shown.title, {
    body: shown.body,
    tag: shown.tag,
    renotify: shown.waits, // one with the same tag is replaced without a sound otherwise
    requireInteraction: shown.waits,
    silent: !shown.waits,
    icon: '/assets/lintel-192.png',
    data: { path: shown.path },
  });
}

// To a page of the box that is open, else to a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.path || '/', self.location.origin);
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const same = open.find((page) => new URL(page.url).pathname === wanted.pathname);
    if (same) return same.focus();
    return self.clients.openWindow(wanted.href);
  })());
});
