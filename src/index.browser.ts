/**
 * The entry `freecell-deals` in a build for browsers: all of freecell-deals/browser, and the names that need files.
 * @module freecell-deals
 */

export * from './browser.js';
export { FilterError, OutputError } from './internal.js';

type Node = typeof import('./index.js');

/** A function that is not there: what it needs exists on Node, Bun and Deno alone. */
function absent(name: keyof Node) {
  return (): never => {
    throw new Error(
      `${name} needs files, so it runs on Node, Bun and Deno only; 'freecell-deals/browser' has what runs here`,
    );
  };
}

export const countDeals: Node['countDeals'] = absent('countDeals');
export const deals: Node['deals'] = absent('deals');
export const generate: Node['generate'] = absent('generate');
export const merge: Node['merge'] = absent('merge');
export const openDeals: Node['openDeals'] = absent('openDeals');
export const verify: Node['verify'] = absent('verify');
