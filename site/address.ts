// The part of the page's state that is in the address: the deal or the board, and the question. Back returns to earlier ones.

const KEYS = ['deal', 'board', 'solve', 'where', 'among', 'order'] as const;
type Key = (typeof KEYS)[number];
/** Parameters of the address; null removes one, '' stands alone, as in ?deal=617&solve. */
type Parameters = Partial<Record<Key, string | null>>;

/** Changes within this time of each other are one entry of the history, ms. */
const ONE_ENTRY = 1000;
/** Safari refuses more than 100 changes in 30 s. */
const BETWEEN_CHANGES = 400; // ms

let latest = new URL(location.href); // may not be written yet
let changedAt = Number.NEGATIVE_INFINITY;
let pending: ReturnType<typeof setTimeout> | undefined;

addEventListener('popstate', () => {
  latest = new URL(location.href);
  changedAt = Number.NEGATIVE_INFINITY;
});

/** Returns a parameter of the address, or null. */
export function addressed(key: Key): string | null {
  return latest.searchParams.get(key);
}

/** Returns the address of the page with some parameters, without what a link to the page may have added. */
export function addressOf(parameters: Parameters): URL {
  const address = new URL(location.pathname, location.origin);
  for (const [key, value] of Object.entries(parameters))
    if (value !== null) address.searchParams.set(key, value);
  address.search = address.search.replace(/=(?=&|$)/g, '');
  return address;
}

function write(method: 'pushState' | 'replaceState'): void {
  try {
    history[method](null, '', latest);
  } catch {
    pending = setTimeout(write, ONE_ENTRY, 'replaceState'); // the browser refuses changes for some time
  }
}

/**
 * Changes parameters of the address, if they differ.
 * @param isEntry whether the history gets an entry even shortly after another change
 */
export function changeAddress(changes: Parameters, isEntry = false): void {
  const all = KEYS.map((key) => [key, key in changes ? changes[key] : addressed(key)]);
  const changed = addressOf(Object.fromEntries(all));
  if (changed.search === latest.search) return;
  latest = changed;
  const now = performance.now();
  clearTimeout(pending);
  if (isEntry || now - changedAt > ONE_ENTRY) write('pushState');
  else pending = setTimeout(write, BETWEEN_CHANGES, 'replaceState');
  changedAt = now;
}
