// freecell-deals generate --filter examples/filters/aces-in-first-row.mjs --count
// 262: the deals of 1..1000000 whose four aces all lie in the first row.

const ACES = ['AC', 'AD', 'AH', 'AS'];

/** @type {import('freecell-deals').Filter} */
export default (deal) => ACES.every((ace) => deal.position(ace) < 8);
