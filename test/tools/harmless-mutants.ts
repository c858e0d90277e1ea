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
  ...[
    ['alone > i + 1', 'true'],
    ['alone > i + 1', 'alone >= i + 1'],
  ].map(([from, to]) => ({
    file: 'selection/checksum.ts',
    from,
    to,
    why: 'no bytes change no checksum',
  })),
  ...[
    ['last + 1 < numbers.length && numbers[last + 1] === numbers[last] + 1', 'false'],
    ['last + 1 < numbers.length', 'true'],
    ['last + 1 < numbers.length', 'last + 1 <= numbers.length'],
    ['last + 1 < numbers.length', 'last + 1 >= numbers.length'],
    ['numbers[last + 1] === numbers[last] + 1', 'numbers[last + 1] !== numbers[last] + 1'],
    ['numbers[last] + 1', 'numbers[last] - 1'],
    ['at + 1 < numbers.length', 'false'],
    ['next === n + 1', 'true'],
  ].map(([from, to]) => ({
    file: 'selection/checksum.ts',
    from,
    to,
    why: 'numbers are added one by one, and joined where they are added',
  })),
  ...[
    ['j > 1', 'true'],
    ['j > 1', 'j >= 1'],
  ].map(([from, to]) => ({
    file: 'selection/condition/nearest.ts',
    from,
    to,
    why: 'no letter is what is before the first one',
  })),
  ...[
    ['min > 0', 'min >= 0'],
    ['max < 0', 'max <= 0'],
  ].map(([from, to]) => ({ file: 'selection/condition/tree.ts', from, to, why: 'it is 0 either way' })),
  ...[
    ['from === 0', 'true'],
    ['to - from', 'to + from'],
  ].map(([from, to]) => ({
    file: 'selection/condition/tree.ts',
    from,
    to,
    why: 'places from another one than 0 are a single one',
  })),
  ...[
    ['kind === undefined || word === undefined', 'kind === undefined && word === undefined'],
    ['kind === undefined', 'false'],
    ['word === undefined', 'false'],
  ].map(([from, to]) => ({
    file: 'selection/condition/words.ts',
    from,
    to,
    why: 'both are undefined, or neither is',
  })),
  {
    file: 'selection/condition/words.ts',
    from: "kind === 'string'",
    to: 'true',
    why: 'no other word has a quote',
  },
  { file: 'selection/condition/words.ts', from: "''", to: STRYKER, why: 'the end is known by its kind' },
  {
    file: 'selection/deal-source.ts',
    from: 'numbers === undefined',
    to: 'false',
    why: 'what is no part is no range, either',
  },
  {
    file: 'selection/deal-source.ts',
    from: 'range !== undefined',
    to: 'false',
    why: 'a number of a range is found as one of several parts is',
  },
  {
    file: 'selection/exclude.ts',
    from: 'i < block.length',
    to: 'i <= block.length',
    why: 'nothing is written behind the end of an array',
  },
  {
    file: 'selection/exclude.ts',
    from: 'i === 0',
    to: 'false',
    why: 'the first number differs from that before it, which there is not',
  },
  {
    file: 'selection/exclude.ts',
    from: 'filled > BLOCK - MIN_RANGE',
    to: 'filled >= BLOCK - MIN_RANGE',
    why: 'numbers are handed on a little sooner',
  },
  {
    file: 'selection/sample.ts',
    from: 'to - from',
    to: 'to + from',
    why: 'it takes more memory',
  },
  {
    file: 'selection/selection.ts',
    from: 'list === undefined',
    to: 'false',
    why: 'what is no list has no paths',
  },
  {
    file: 'selection/list/list-input.ts',
    from: 'this.#kept < HEAD_BYTES',
    to: 'this.#kept <= HEAD_BYTES',
    why: 'a read of no bytes ends the loop',
  },
  {
    file: 'selection/list/list.ts',
    from: 'list === undefined',
    to: 'false',
    why: 'what is no list has no paths',
  },
  {
    file: 'selection/list/list.ts',
    from: '!isReadAgain',
    to: 'true',
    why: 'numbers are kept that nobody asks for',
  },
  {
    file: 'selection/list/records.ts',
    from: 'first === undefined || input.size === undefined',
    to: 'true',
    why: 'a range in a file is read to its end, as that of a pipe is',
  },
  ...[
    ['PART_BYTES / length', 'PART_BYTES * length'],
    ['PART_BYTES / \'{"deal":1}\'.length', 'PART_BYTES * \'{"deal":1}\'.length'],
  ].map(([from, to]) => ({ file: 'selection/list/records.ts', from, to, why: 'it takes more memory' })),
  ...[
    ['n === undefined || !isDealNumber(n)', 'true'],
    ['n === undefined', 'false'],
    ['n === undefined', 'n !== undefined'],
    ['lineRecord.bytesOf({ first: n, last: n }) === end + 1 - at', 'false'],
    ['{ first: n, last: n }', '{}'],
  ].map(([from, to]) => ({
    file: 'selection/list/records.ts',
    from,
    to,
    why: "a line that is not taken for this program's is parsed",
  })),
  ...[
    ['end > 0', 'true'],
    ['end > 0', 'end >= 0'],
    ['at < length', 'true'],
    ['at < length', 'at <= length'],
  ].map(([from, to]) => ({
    file: 'selection/list/text.ts',
    from,
    to,
    why: 'outside of the bytes there is neither a digit nor what is between words',
  })),
  ...[
    ['byte >= ZERO && byte <= NINE', 'false'],
    ['byte >= ZERO', 'byte > ZERO'],
    ['byte <= NINE', 'byte < NINE'],
    ['few * 10 + digit', 'few * 10 - digit'],
    ['n < FIRST_DEAL', 'n <= FIRST_DEAL'],
    ['n > LAST_DEAL', 'n >= LAST_DEAL'],
    ['end < length && isInWord(bytes[end])', 'end < length || isInWord(bytes[end])'],
  ].map(([from, to]) => ({
    file: 'selection/list/text.ts',
    from,
    to,
    why: 'a number that is not read here is read as a range is',
  })),
  ...[
    ['at + 9', 'at - 9'],
    ['end < most', 'false'],
    ['digit < ZERO || digit > NINE', 'true'],
    ['digit < ZERO', 'digit <= ZERO'],
    ['digit > NINE', 'digit >= NINE'],
  ].map(([from, to]) => ({
    file: 'selection/list/text.ts',
    from,
    to,
    why: 'the rest of the digits is read by the next loop, or as a range is',
  })),
  {
    file: 'selection/list/text.ts',
    from: 'numbers.length - place.count < MIN_RANGE',
    to: 'numbers.length - place.count <= MIN_RANGE',
    why: 'numbers are handed on a little sooner',
  },
];
