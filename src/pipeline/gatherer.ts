// Deal numbers gathered into groups.

import { countAll, type DealNumbers, splitNumbers } from '../game/deal-numbers.js';

export interface NumberGroup {
  numbers: readonly DealNumbers[];
  deals: number;
}

export class NumberGatherer {
  deals = 0; // deals in the group that is not full yet
  #numbers: DealNumbers[] = [];
  #size = 0; // deals of the group when it is full

  /**
   * @param sizeOf returns the deals of a full group; asked before each group begins
   * @param copy copies numbers whose memory is used again; default: the group shares the memory of its numbers
   */
  constructor(
    private readonly sizeOf: () => number,
    private readonly copy = (numbers: DealNumbers) => numbers,
  ) {}

  /** Adds numbers, and yields each group that they fill. */
  *fill(numbers: readonly DealNumbers[]): Generator<NumberGroup, void, void> {
    const roomOf = () => {
      if (this.deals === 0) this.#size = this.sizeOf();
      return this.#size - this.deals;
    };
    for (const some of splitNumbers(numbers, roomOf)) {
      for (const segment of some) this.#numbers.push(this.copy(segment));
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
