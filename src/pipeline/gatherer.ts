// Deal numbers gathered into groups, in memory that threads share.

import { countNumbers, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';

export interface NumberGroup {
  numbers: readonly DealNumbers[];
  deals: number;
}

/**
 * Gathers numbers into groups, and copies numbers that are not ranges to shared memory. Each group has memory of its own,
 * which is never used again: a thread, a portion and a chunk may all keep it.
 */
export class NumberGatherer {
  /** deals in the group that is not full yet */
  deals = 0;
  #numbers: DealNumbers[] = [];
  #buffer: Float64Array | undefined;
  #size = 0; // deals of the group when it is full
  readonly #sizeOf: () => number;

  /** @param sizeOf returns the deals of a full group; asked before each group begins */
  constructor(sizeOf: () => number) {
    this.#sizeOf = sizeOf;
  }

  /** Adds numbers, and yields each group that they fill. */
  *fill(numbers: readonly DealNumbers[]): Generator<NumberGroup, void, void> {
    const roomOf = () => {
      if (this.deals === 0) this.#size = this.#sizeOf();
      return this.#size - this.deals;
    };
    for (const some of splitNumbers(numbers, roomOf)) {
      for (const segment of some) this.#add(segment);
      if (this.deals === this.#size) yield this.take();
    }
  }

  take(): NumberGroup {
    const group = { numbers: this.#numbers, deals: this.deals };
    [this.#numbers, this.deals, this.#buffer] = [[], 0, undefined];
    return group;
  }

  #add(segment: DealNumbers): void {
    if (segment instanceof Float64Array) {
      this.#buffer ??= sharedNumbers(this.#size);
      this.#buffer.set(segment, this.deals);
      // arrays side by side in the buffer become one segment: a filter that keeps few deals would make many
      const last = this.#numbers.at(-1);
      const start = last instanceof Float64Array ? this.deals - last.length : this.deals;
      if (start < this.deals) this.#numbers.pop();
      this.#numbers.push(this.#buffer.subarray(start, this.deals + segment.length));
    } else {
      this.#numbers.push(segment);
    }
    this.deals += countNumbers(segment);
  }
}

/** New memory for deal numbers, which threads share. Most pages have none, and copy what they post. */
function sharedNumbers(count: number): Float64Array {
  const Memory = globalThis.SharedArrayBuffer ?? ArrayBuffer;
  return new Float64Array(new Memory(8 * count));
}
