// The part of the page's state that is in the address: the deal and the question. Back returns to earlier ones.

const KEYS = ['deal', 'where'] as const;
export type Key = (typeof KEYS)[number];

/** Changes within this time of each other are one entry of the history, ms. */
const ONE_ENTRY = 1000;
/** Safari refuses more than 100 changes in 30 s. */
const BETWEEN_CHANGES = 400; // ms

let latest = new URL(location.href); // may not be written yet
let left = latest; // the address before the last Back or Forward
let changedAt = Number.NEGATIVE_INFINITY;
let pending: ReturnType<typeof setTimeout> | undefined;

addEventListener('popstate', () => {
  left = latest;
  latest = new URL(location.href);
  changedAt = Number.NEGATIVE_INFINITY;
});

/** Returns a parameter of the address, or null. */
export function addressed(key: Key): string | null {
  return latest.searchParams.get(key);
}

/** Calls a function with a parameter that Back or Forward has changed. */
export function whenReturned(key: Key, call: (value: string | null) => void): void {
  addEventListener('popstate', () => {
    const value = addressed(key);
    if (value !== left.searchParams.get(key)) call(value);
  });
}

/** Returns the address of the page with one parameter, without what a link to the page may have added. */
export function addressOf(key: Key, value: string): URL {
  const address = new URL(location.pathname, location.origin);
  address.searchParams.set(key, value);
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
 * Changes a parameter of the address.
 * @param isEntry whether the history gets an entry even shortly after another change
 */
export function changeAddress(key: Key, value: string, isEntry = false): void {
  const now = performance.now();
  const before = latest.searchParams;
  latest = addressOf(key, value);
  for (const name of KEYS) {
    if (name !== key && before.has(name)) latest.searchParams.set(name, before.get(name) as string);
  }
  clearTimeout(pending);
  if (isEntry || now - changedAt > ONE_ENTRY) write('pushState');
  else pending = setTimeout(write, BETWEEN_CHANGES, 'replaceState');
  changedAt = now;
}
