// Deal numbers gathered into groups, in memory that threads share.

import { countNumbers, type DealNumbers, sliceNumbers } from '../game/deal-numbers.js';

/** Deal numbers in order, which stay as they are until they are released. */
export interface NumberGroup {
  numbers: readonly DealNumbers[];
  deals: number;
  /** gives the memory of the numbers back for another group */
  release(): void;
}

/**
 * Gathers numbers into groups, and copies numbers that are not ranges to shared memory. It uses released memory again, so
 * that a list of any length needs only the memory of the groups in flight. Ten million numbers sent as messages would leave
 * 70 MB for the garbage collectors of two threads.
 */
export class NumberGatherer {
  /** numbers of a full group; at most the capacity */
  size: number;
  readonly #capacity: number;
  readonly #free: Float64Array[] = [];
  /** deals in the group that is not full yet */
  deals = 0;
  #numbers: DealNumbers[] = [];
  #buffer: Float64Array | undefined;

  /** @param capacity numbers of the largest group */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.size = capacity;
  }

  *fill(numbers: readonly DealNumbers[]): Generator<NumberGroup, void, void> {
    for (const segment of numbers) {
      const count = countNumbers(segment);
      for (let done = 0; done < count; ) {
        const end = Math.min(count, done + this.size - this.deals);
        this.#add(sliceNumbers(segment, done, end));
        done = end;
        if (this.deals === this.size) yield this.take();
      }
    }
  }

  take(): NumberGroup {
    const [numbers, deals, buffer] = [this.#numbers, this.deals, this.#buffer];
    [this.#numbers, this.deals, this.#buffer] = [[], 0, undefined];
    const release = () => {
      if (buffer !== undefined) this.#free.push(buffer);
    };
    return { numbers, deals, release };
  }

  #add(segment: DealNumbers): void {
    if (segment instanceof Float64Array) {
      // most pages have no memory that threads share, and copy what they post
      const Memory = globalThis.SharedArrayBuffer ?? ArrayBuffer;
      this.#buffer ??= this.#free.pop() ?? new Float64Array(new Memory(8 * this.#capacity));
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
