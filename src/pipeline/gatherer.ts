// Deal numbers on their way to worker threads, gathered in memory that threads share.

import { countNumbers, type DealNumbers } from '../game/deal-numbers.js';

/** Numbers that stay as they are until they are released. */
export interface GatheredNumbers {
  numbers: readonly DealNumbers[];
  deals: number;
  /** gives their memory back, once they are no longer needed */
  release(): void;
}

/**
 * Gathers numbers up to a capacity, and copies those that are not ranges to shared memory. Released memory is used again:
 * however long a list is, it needs no more than what is in flight. Sent as messages instead, ten million numbers leave
 * 70 MB for the garbage collectors of two threads.
 */
export class NumberGatherer {
  readonly capacity: number;
  readonly #free: Float64Array[] = [];
  #numbers: DealNumbers[] = [];
  #buffer: Float64Array | undefined;
  #deals = 0;

  /** @param capacity numbers that are gathered at most */
  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** How many numbers are gathered now. */
  get deals(): number {
    return this.#deals;
  }

  /** How many more there is room for. */
  get room(): number {
    return this.capacity - this.#deals;
  }

  /** Adds numbers, at most as many as there is room for. */
  add(numbers: DealNumbers): void {
    if (numbers instanceof Float64Array) {
      this.#buffer ??= this.#takeBuffer();
      this.#buffer.set(numbers, this.#deals);
      // numbers that follow one another in the buffer are one part, or a filter that keeps little would make many
      const last = this.#numbers.at(-1);
      const start = last instanceof Float64Array ? this.#deals - last.length : this.#deals;
      if (start < this.#deals) this.#numbers.pop();
      this.#numbers.push(this.#buffer.subarray(start, this.#deals + numbers.length));
    } else {
      this.#numbers.push(numbers);
    }
    this.#deals += countNumbers(numbers);
  }

  /** Hands over what is gathered, and begins anew. */
  take(): GatheredNumbers {
    const [numbers, deals, buffer] = [this.#numbers, this.#deals, this.#buffer];
    [this.#numbers, this.#deals, this.#buffer] = [[], 0, undefined];
    const release = () => {
      if (buffer !== undefined) this.#free.push(buffer);
    };
    return { numbers, deals, release };
  }

  #takeBuffer(): Float64Array {
    const bytes = this.capacity * Float64Array.BYTES_PER_ELEMENT;
    // most pages have no memory that threads share, and copy what they post
    const Memory = globalThis.SharedArrayBuffer ?? ArrayBuffer;
    return this.#free.pop() ?? new Float64Array(new Memory(bytes));
  }
}
