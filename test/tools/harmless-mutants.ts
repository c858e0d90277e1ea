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
  {
    file: 'board/parse.ts',
    from: 'LINE_BREAK.test(part)',
    to: 'true',
    why: 'without a line break, what is held has no whole line but one that ends with a CR, and may be read before the next part',
  },
  ...[
    ["''", STRYKER],
    ['[]', '["Stryker was here"]'],
  ].map(([from, to]) => ({
    file: 'board/named-cards.ts',
    from,
    to,
    why: 'no card has that name, either, and of a match the first element is not looked at',
  })),
  {
    file: 'board/named-cards.ts',
    from: 'tag < 0',
    to: 'tag <= 0',
    why: 'a drawing begins with another tag',
  },
  {
    file: 'board/named-cards.ts',
    from: 'end < 0',
    to: 'end <= 0',
    why: 'it is behind the tag',
  },
  {
    file: 'board/named-cards.ts',
    from: '/[^\\n]+/g',
    to: '/[^\\n]/g',
    why: 'many blanks separate as one does',
  },
  {
    file: 'board/named-cards.ts',
    from: '/[\\s,;|"\'`()[\\]{}]+/u',
    to: '/[\\s,;|"\'`()[\\]{}]/u',
    why: 'words without a character are left out',
  },
  {
    file: 'board/named-cards.ts',
    from: 'start < end',
    to: 'start <= end',
    why: 'where both are one place, it is told either way',
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
  {
    file: 'check/block-report.ts',
    from: 'ranges.length === MAX_RANGES && ranges.at(-1)?.last !== n - 1',
    to: 'false',
    why: 'where there is no room, nothing is added, either',
  },
  {
    file: 'check/block-report.ts',
    from: 'ranges.at(-1)?.last',
    to: 'ranges.at(-1).last',
    why: 'of as many ranges as there may be, one is the last',
  },
  {
    file: 'check/check-records.ts',
    from: '() => false',
    to: '() => undefined',
    why: 'it is no, too',
  },
  {
    file: 'check/check-records.ts',
    from: 'this.#next !== undefined',
    to: 'true',
    why: 'behind a wrong record: none follows on from an unknown one; of the loop it is tested',
  },
  {
    file: 'check/check-records.ts',
    from: 'found === n',
    to: 'false',
    why: 'a board with the cards of the deal that is expected has its bytes, and is not looked up',
  },
  ...[
    [
      'claimed === records && ends[last] === this.#position + encoded.length',
      'claimed === records || ends[last] === this.#position + encoded.length',
    ],
    ['claimed === records', 'true'],
    ['ends[last] === this.#position + encoded.length', 'true'],
  ].map(([from, to]) => ({
    file: 'check/check-records.ts',
    from,
    to,
    why: 'bytes that are those of the deals have the same ends, and no record without a number',
  })),
  ...[
    ['claimed === records', 'claimed !== records'],
    ['ends[last] === this.#position + encoded.length', 'ends[last] !== this.#position + encoded.length'],
    ['this.#position + encoded.length', 'this.#position - encoded.length'],
    [
      '{\n      this.#accept(numbers.subarray(0, records), encoded.length);\n      return records > 1 && numbers[last] === numbers[0] + last;\n    }',
      '{}',
    ],
  ].map(([from, to]) => ({
    file: 'check/check-records.ts',
    from,
    to,
    why: 'records are compared one by one, not together',
  })),
  ...[
    ['end >= this.#bytes.length', 'false'],
    ['end >= this.#bytes.length', 'end > this.#bytes.length'],
  ].map(([from, to]) => ({
    file: 'check/check-records.ts',
    from,
    to,
    why: 'behind the end there is no record that has a deal',
  })),
  ...['following !== undefined', 'n !== undefined'].map((from) => ({
    file: 'check/check-records.ts',
    from,
    to: 'true',
    why: 'undefined is above no number, and no deal number',
  })),
  {
    file: 'check/check-row-group.ts',
    from: "engine.encode('cards', [dealt]).slice()",
    to: "engine.encode('cards', [dealt])",
    why: 'nothing else is encoded before the comparison ends',
  },
  {
    file: 'check/check-row-group.ts',
    from: '[this.#numbers]',
    to: '[]',
    why: 'of a range, the deal column follows from the footer',
  },
  {
    file: 'check/check-row-group.ts',
    from: 'row < cards.length',
    to: 'row <= cards.length',
    why: 'what is written behind the end of typed memory is nowhere',
  },
  {
    file: 'pipeline/filter-stage.ts',
    from: 'from < portion.deals',
    to: 'from <= portion.deals',
    why: 'behind the last deal, none is looked at',
  },
  {
    file: 'pipeline/chunks.ts',
    from: 'taken < deals',
    to: 'taken <= deals',
    why: 'of the loop: behind the last deal, none is added; where it decides on what is resumed, it is tested',
  },
  ...['true', 'known >= 0'].map((to) => ({
    file: 'pipeline/portions.ts',
    from: 'known > 0',
    to,
    why: 'no numbers change no checksum',
  })),
  ...['true', 'known <= count'].map((to) => ({
    file: 'pipeline/portions.ts',
    from: 'known < count',
    to,
    why: 'of no numbers, none is taken',
  })),
  {
    file: 'reader/deal-file.ts',
    from: 'p < records.length',
    to: 'p <= records.length',
    why: 'behind the last record there is no deck',
  },
  {
    file: 'reader/deal-file.ts',
    from: 'this.#lookup === undefined',
    to: 'false',
    why: 'the number of a record in a range follows from its place, and is the next one',
  },
  {
    file: 'reader/deal-file.ts',
    from: 'length === CARDS',
    to: 'false',
    why: 'a copy has the same cards',
  },
  {
    file: 'reader/deal-file.ts',
    from: 'from < records.length',
    to: 'from <= records.length',
    why: 'the cards of a record begin within it, behind its number',
  },
  {
    file: 'reader/record-file.ts',
    from: 'position < count',
    to: 'position <= count',
    why: 'no records are read without a system call, and nothing is asked about them',
  },
  {
    file: 'reader/shard-file.ts',
    from: 'count !== undefined',
    to: 'true',
    why: 'a header that tells the first deal tells their number, too',
  },
  {
    file: 'reader/shard-file.ts',
    from: 'size - offset',
    to: 'size + offset',
    why: 'of the first record and of a range: behind a header is a whole record, and lines have none; of all records it is tested',
  },
  {
    file: 'reader/shard-file.ts',
    from: 'range.first <= range.last',
    to: 'true',
    why: 'the bytes of a range that descends are none, or fewer',
  },
  ...[
    ['end - start <= record.maxBytes && n !== undefined', 'true'],
    [
      'end - start <= record.maxBytes && n !== undefined',
      'end - start <= record.maxBytes || n !== undefined',
    ],
    ['end - start <= record.maxBytes', 'true'],
    ['n !== undefined', 'true'],
  ].map(([from, to]) => ({
    file: 'reader/shard-file.ts',
    from,
    to,
    why: 'a record as long as its deal has it is not too long, and undefined is no deal number',
  })),
  ...[
    ['[]', '["Stryker was here"]'],
    ["''", STRYKER],
  ].map(([from, to]) => ({
    file: 'formats/registry.ts',
    from,
    to,
    why: 'no format has that name or extension, either',
  })),
  ...[
    ['end < length', 'true'],
    ['end < length', 'end <= length'],
    ['Math.min(length, offset + SHORT_LINE)', 'Math.max(length, offset + SHORT_LINE)'],
    ['offset + SHORT_LINE', 'offset - SHORT_LINE'],
    ['end < near', 'false'],
    ['end < near', 'end <= near'],
    ['end < near', 'end >= near'],
    ['end < 0', 'end <= 0'],
  ].map(([from, to]) => ({
    file: 'formats/lines.ts',
    from,
    to,
    why: 'there is no line feed behind the end, and the search behind the loop finds the same one',
  })),
  ...[
    ['formats/parquet/row-group.ts', 'first < min', 'first <= min'],
    ['formats/parquet/row-group.ts', 'last > max', 'last >= max'],
  ].map(([file, from, to]) => ({ file, from, to, why: 'it is the same number' })),
  ...['false', 'deals !== ROW_GROUP_DEALS'].map((to) => ({
    file: 'formats/parquet/row-group.ts',
    from: 'deals === ROW_GROUP_DEALS',
    to,
    why: 'a layout is made anew where the one that is kept has other deals',
  })),
  ...[
    ['i < values.length', 'i <= values.length'],
    ['offset < out.length', 'offset <= out.length'],
  ].map(([from, to]) => ({
    file: 'formats/parquet/pages.ts',
    from,
    to,
    why: 'nothing is written behind the end of an array, and no bit of nothing is set',
  })),
];
