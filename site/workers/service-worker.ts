// Stores the page for offline use, all its files at installation. They have the version of the page. Other files of this
// site, such as the API documentation, come from the network while there is one.

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
const OF_VERSION = new Set(__FILES__.map((file) => new URL(file, location.href).href));

/** Whether a response is the file, not a page that a host sends in place of a missing one. */
function isFile(file: string, { ok, headers }: Response): boolean {
  return ok && (/(\/|\.html)$/.test(file) || !headers.get('content-type')?.startsWith('text/html'));
}

/**
 * Stores a response of its own: browsers refuse a stored one that was redirected for a navigation.
 * Throws an Error if it is not the file.
 */
async function store(cache: Cache, file: string, response: Response): Promise<void> {
  if (!isFile(file, response)) throw new Error(`${file} is missing`);
  const { headers } = response;
  await cache.put(file, new Response(await response.blob(), { headers }));
}

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  // the page itself anew: an older one, which the browser may have, names files that are gone
  const get = (file: string) => (file === './' ? fetch(file, { cache: 'no-cache' }) : fetch(file));
  await Promise.all(__FILES__.map(async (file) => store(cache, file, await get(file))));
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

/** Answers from the cache if the file belongs to the version, otherwise from the network, or from the cache without one. */
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const url = new URL(request.url);
  if (request.mode === 'navigate') url.search = ''; // it names a deal; the page is the same
  url.hash = '';
  // by address: the page's requests have the header Origin, those of addAll have not, and hosts send Vary: Origin
  const kept = await cache.match(url);
  if (kept !== undefined && OF_VERSION.has(url.href)) return kept;
  const response = await fetch(request).catch((error) => kept ?? Promise.reject(error));
  if (response !== kept && isFile(url.pathname, response)) await store(cache, url.href, response.clone());
  return response;
}

addEventListener('install', (event) => (event as LifeEvent).waitUntil(install()));
addEventListener('activate', (event) => (event as LifeEvent).waitUntil(activate()));
addEventListener('fetch', (event) => {
  const { request, respondWith } = event as RequestEvent;
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return;
  respondWith.call(event, answer(request));
});
