/**
 * The entry `freecell-deals` in a build for browsers: all of freecell-deals/browser, and the names that need files.
 * @module freecell-deals
 */

export * from './browser.js';
export { FilterError, OutputError } from './internal.js';

/** A function that is not there: what it needs exists on Node, Bun and Deno alone. */
function absent(name: string) {
  return (): never => {
    throw new Error(
      `${name} needs files, so it runs on Node, Bun and Deno only; 'freecell-deals/browser' has what runs here`,
    );
  };
}

export const countDeals: typeof import('../verbs/count.js').countDeals = absent('countDeals');
export const deals: typeof import('../verbs/deals.js').deals = absent('deals');
export const generate: typeof import('../verbs/generate.js').generate = absent('generate');
export const solve: typeof import('../verbs/solve.js').solve = absent('solve');
export const verdicts: typeof import('../verbs/solve.js').verdicts = absent('verdicts');
export const verify: typeof import('../verbs/verify.js').verify = absent('verify');
