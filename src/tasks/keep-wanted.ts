// Keeps the deals that a filter wants. A filter is the user's code: an error names the filter and the deal. Browsers run
// this, too.

import { FilterError } from '../common/errors.js';
import { quote, thrownText } from '../common/quote.js';
import { countNumbers, type DealNumbers, numberAt } from '../game/deal-numbers.js';
import { ReusableDealView } from '../game/deal-view.js';
import type { DealFilter } from '../selection/filter.js';

const view = new ReusableDealView();

/**
 * Appends the numbers of the deals that a filter wants to the `count` numbers in `kept`.
 * Returns how many numbers these are now. A FilterError says what is wrong with the filter, and at which deal.
 * @param cards of these numbers, 52 bytes per deal
 */
export function keepWanted(
  filter: DealFilter,
  name: string,
  numbers: readonly DealNumbers[],
  cards: Uint8Array,
  kept: Float64Array,
  count: number,
): number {
  let keptCount = count;
  let index = 0;
  view.open(cards);
  for (const segment of numbers) {
    const length = countNumbers(segment);
    for (let i = 0; i < length; i++, index++) {
      const n = numberAt(segment, i);
      if (isWanted(filter, name, n, index)) kept[keptCount++] = n;
    }
  }
  return keptCount;
}

/** Whether a filter wants deal n by its index among the deals of the view. */
function isWanted(filter: DealFilter, name: string, n: number, index: number): boolean {
  let answer: unknown;
  try {
    view.show(n, index); // it throws if the filter has changed the view
    answer = filter(view);
  } catch (error) {
    throw new FilterError(`filter ${name} throws at deal ${n}: ${thrownText(error)}`);
  }
  if (typeof answer === 'boolean') return answer;
  throw new FilterError(`filter ${name} returns ${quote(answer)} for deal ${n}; expected true or false`);
}
