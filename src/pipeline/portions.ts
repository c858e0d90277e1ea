// Deal numbers gathered into groups, and portions: the numbers of a selection on their way to the chunks, in order.
// Each portion knows how far the selection is read at its end, so that a run can be resumed there.

import { InputError } from '../common/errors.js';
import { grouped } from '../common/quote.js';
import { PAUSE, untilAborted } from '../common/until-aborted.js';
import { countAll, type DealNumbers, ownNumbers, splitNumbers } from '../game/deal-numbers.js';
import type { DealSource } from '../selection/deal-source.js';

export interface NumberGroup {
  numbers: readonly DealNumbers[];
  deals: number;
}

export class NumberGatherer {
  deals = 0; // deals in the group that is not full yet
  #numbers: DealNumbers[] = [];
  #size = 0; // deals of the group when it is full

  /** @param sizeOf returns the deals of a full group; asked before each group begins */
  constructor(private readonly sizeOf: () => number) {}

  /** Adds numbers, whose memory the groups share, and yields each group that they fill. */
  *fill(numbers: readonly DealNumbers[]): Generator<NumberGroup, void, void> {
    const roomOf = () => {
      if (this.deals === 0) this.#size = this.sizeOf();
      return this.#size - this.deals;
    };
    for (const some of splitNumbers(numbers, roomOf)) {
      for (const segment of some) this.#numbers.push(segment);
      this.deals += countAll(some);
      if (this.deals === this.#size) yield this.take();
    }
  }

  take(): NumberGroup {
    const group = { numbers: this.#numbers, deals: this.deals };
    [this.#numbers, this.deals] = [[], 0];
    return group;
  }
}

/** Successive deals of the selection: all of them, or those that the condition and the filter keep. */
export interface Portion extends NumberGroup {
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
  const gatherer = new NumberGatherer(sizeOf);
  let consumed = from;

  function portionOf(group: NumberGroup): Portion {
    consumed += group.deals;
    return { ...group, read: group.deals, consumed, ms: 0 };
  }

  for await (const segment of untilAborted(source.numbers(from), signal)) {
    if (segment !== PAUSE) for (const group of gatherer.fill([ownNumbers(segment)])) yield portionOf(group);
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
