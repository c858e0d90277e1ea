// Changes of StrykerJS that make no difference to what the code does, each with the reason; npm run mutate -- FOLDER leaves them
// out of its score.

export interface Harmless {
  file: string; // in src/
  from: string;
  to: string;
  why: string;
}

const STRYKER = '"Stryker was here!"'; // what it puts in the place of an empty string

export const harmlessMutants: readonly Harmless[] = [
  { file: 'common/errors.ts', from: "''", to: STRYKER, why: 'no system error has that code, either' },
  {
    file: 'common/errors.ts',
    from: '/\\bthe option (\\w+)/g',
    to: '/\\bthe option (\\w)/g',
    why: 'the rest of the name stays where it is',
  },
  ...['true', 'buffer.length <= size'].map((to) => ({
    file: 'check/check-block.ts',
    from: 'buffer.length < size',
    to,
    why: 'memory that would do is allocated anew',
  })),
  ...[
    ['areConsecutive', 'false'],
    ['!areConsecutive', 'false'],
    ['this.#areNext(encoded, 0, encoded.length)', 'false'],
    ['{\n      this.#accept({ first, last }, encoded.length);\n      return true;\n    }', '{}'],
    ['records - 1', 'records + 1'],
    [
      'claimed === records && ends[last] === this.#position + encoded.length && this.#areNext(encoded)',
      'false',
    ],
    ['records > 1 && numbers[last] === numbers[0] + last', 'false'],
    ['numbers[0] + last', 'numbers[0] - last'],
    ['this.#bytes[this.#position] !== encoded[from]', 'false'],
  ].map(([from, to]) => ({
    file: 'check/check-records.ts',
    from,
    to,
    why: 'records are compared one by one, not together',
  })),
  ...['true', 'claimed >= 0'].map((to) => ({
    file: 'check/check-records.ts',
    from: 'claimed > 0',
    to,
    why: 'no deals are encoded to no bytes',
  })),
  ...[
    ['numbers instanceof Float64Array && !numbers.every(isDealNumber)', 'false'],
    ['numbers.every(isDealNumber)', 'numbers.some(isDealNumber)'],
  ].map(([from, to]) => ({
    file: 'check/check-row-group.ts',
    from,
    to,
    why: 'the footer has deal numbers alone: the least or the greatest is another one',
  })),
  {
    file: 'check/check-row-group.ts',
    from: 'isConsecutive === group.isConsecutive',
    to: 'true',
    why: 'the bytes of numbers that are consecutive are others, too',
  },
  {
    file: 'check/check-row-group.ts',
    from: 'found.equals(packed)',
    to: 'false',
    why: 'the values are compared one by one, and are equal',
  },
  {
    file: 'check/check-row-group.ts',
    from: 'indexOffset(row) < packed.length',
    to: 'indexOffset(row) <= packed.length',
    why: 'behind the end, both are undefined',
  },
];
