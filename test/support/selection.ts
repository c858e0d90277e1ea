// Reads the deals that the library yields for a selection.

import type { Selection } from '../../src/selection/selection.js';
import { deals } from '../../src/verbs/deals.js';

/** The names of all options of a selection. */
export const OPTIONS = Object.keys({
  deals: true,
  dealsFrom: true,
  winnable: true,
  impossible: true,
  exclude: true,
  sample: true,
  shard: true,
  where: true,
  filter: true,
  limit: true,
} satisfies Record<keyof Selection, true>);

/** Returns the deal numbers of a selection, in order. */
export async function numbersOf(selection: Selection, threads = 1): Promise<number[]> {
  const found: number[] = [];
  for await (const { first, count, numbers } of deals({ ...selection, threads }))
    for (let i = 0; i < count; i++) found.push(numbers?.[i] ?? first + i);
  return found;
}
