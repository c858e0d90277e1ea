// freecell-deals generate --filter examples/filters/aces-in-first-row.mjs --count
// Keeps the deals whose four aces all lie in the first row: 262 deals of 1..1000000.

const ACES = ['AC', 'AD', 'AH', 'AS'];

/** @type {import('freecell-deals').Filter} */
export default (deal) => ACES.every((ace) => deal.position(ace) < 8);
