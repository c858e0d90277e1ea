// Shared memory for deal numbers on their way to worker threads.

/**
 * Buffers of equal size that are used again: however long a list is, it needs no more of them than there are chunks in
 * flight. Sent as messages instead, ten million numbers leave 70 MB for the garbage collectors of two threads.
 */
export class NumberBuffers {
  readonly #capacity: number;
  readonly #free: Float64Array[] = [];

  /** @param capacity numbers in a buffer */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  take(): Float64Array {
    const bytes = this.#capacity * Float64Array.BYTES_PER_ELEMENT;
    return this.#free.pop() ?? new Float64Array(new SharedArrayBuffer(bytes));
  }

  giveBack(buffer: Float64Array): void {
    this.#free.push(buffer);
  }
}
