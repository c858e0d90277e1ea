// Caches the page for offline use: its own files at installation, other files of this site when they are requested.

// TypeScript's DOM library does not declare these for service workers.
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends LifeEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
declare const clients: { claim(): Promise<void> };
declare function skipWaiting(): Promise<void>;

// The build replaces these.
declare const __FILES__: string[];
declare const __VERSION__: string;

const PREFIX = 'freecell-deals-';
const NAME = PREFIX + __VERSION__;

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(__FILES__);
  await skipWaiting();
}

/** Removes the caches of older versions of the page. */
async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  );
  await clients.claim();
}

/** Answers from the cache, or from the network; caches the network's answer. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  // the search part of the address names a deal; the page is the same
  const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

addEventListener('install', (event) => (event as LifeEvent).waitUntil(install()));
addEventListener('activate', (event) => (event as LifeEvent).waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request, respondWith } = event as RequestEvent;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  respondWith.call(event, answer(request));
});
