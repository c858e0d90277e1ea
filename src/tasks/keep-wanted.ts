// Keeps the deals that a filter wants. A filter is somebody else's function: whatever it does wrong, the error names it and
// the deal. Browsers run this, too.

import { FilterError } from '../common/errors.js';
import { quote, thrownText } from '../common/quote.js';
import { countNumbers, type DealNumbers, numberAt } from '../game/deal-numbers.js';
import { type DealtCards, ReusableDealView } from '../game/deal-view.js';
import type { Filter } from '../selection/filter.js';

const view = new ReusableDealView();

/**
 * Appends the numbers of the deals that a filter wants to the `count` numbers in `kept`; returns how many these are now. A
 * FilterError says what is wrong with the filter, and at which deal.
 * @param deals the cards of each of the numbers
 */
export function keepWanted(
  filter: Filter,
  name: string,
  parts: readonly DealNumbers[],
  deals: DealtCards,
  kept: Float64Array,
  count: number,
): number {
  let keptCount = count;
  let index = 0;
  view.open(deals);
  for (const numbers of parts) {
    const length = countNumbers(numbers);
    for (let i = 0; i < length; i++, index++) {
      const n = numberAt(numbers, i);
      if (isWanted(filter, name, n, index)) kept[keptCount++] = n;
    }
  }
  return keptCount;
}

/** The name of a function for messages; it can be a proxy, whose name is somebody's code. */
export function nameOfFunction(filter: Filter): string {
  try {
    if (typeof filter.name === 'string' && filter.name !== '') return filter.name;
  } catch {
    // as one without a name
  }
  return '(a function)';
}

/** Whether a filter wants deal n by its index among the deals of the view. */
function isWanted(filter: Filter, name: string, n: number, index: number): boolean {
  let answer: unknown;
  try {
    view.show(n, index); // it can throw as well where the filter has changed the view
    answer = filter(view);
  } catch (error) {
    throw new FilterError(`filter ${name} throws at deal ${n}: ${thrownText(error)}`);
  }
  if (typeof answer === 'boolean') return answer;
  throw new FilterError(`filter ${name} returns ${quote(answer)} for deal ${n}; expected true or false`);
}
