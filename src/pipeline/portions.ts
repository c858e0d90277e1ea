// Portions: the numbers of a selection on their way to the chunks, in order. Each portion knows how far the selection
// is read at its end, so that a run can be resumed there.

import { InputError } from '../common/errors.js';
import { grouped } from '../common/quote.js';
import { PAUSE, untilAborted } from '../common/until-aborted.js';
import { type Gathered, Gatherer, ownNumbers } from '../game/deal-numbers.js';
import type { DealSource } from '../selection/deal-source.js';

/** Successive deals of the selection: all of them, or those that the condition and the filter keep. */
export interface Portion extends Gathered {
  read: number; // deals of the source that the portion is made of
  consumed: number; // deals of the source up to the end of the portion
  ms: number; // time that the condition and the filter took for it
}

/**
 * Reads the portions of a source after its first `from` deals; an InputError if a list has changed since its count.
 * @param sizeOf is asked for the size of each portion before it begins, deals
 */
export async function* portionsOf(
  source: DealSource,
  from: number,
  sizeOf: () => number,
  signal?: AbortSignal,
): AsyncGenerator<Portion, void, void> {
  const gatherer = new Gatherer(sizeOf);
  let consumed = from;

  function portionOf(gathered: Gathered): Portion {
    consumed += gathered.deals;
    return { ...gathered, read: gathered.deals, consumed, ms: 0 };
  }

  for await (const segment of untilAborted(source.numbers(from), signal)) {
    if (segment !== PAUSE) for (const full of gatherer.fill([ownNumbers(segment)])) yield portionOf(full);
    else if (gatherer.deals > 0) yield portionOf(gatherer.take());
  }
  const read = consumed + gatherer.deals;
  const { count = read } = source;
  if (read !== count) {
    throw new InputError(
      `the list has ${grouped(read)} deals where ${grouped(count)} were counted before; it must not change meanwhile`,
    );
  }
  if (gatherer.deals > 0) yield portionOf(gatherer.take());
}
