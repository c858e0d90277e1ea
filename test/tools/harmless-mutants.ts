// Changes by StrykerJS that do not affect the behaviour of the code, each with the reason. npm run mutate -- FOLDER leaves them out
// of its score.

export interface Harmless {
  file: string; // in src/
  from: string;
  to: string;
  why: string;
}

const STRYKER = '"Stryker was here!"'; // StrykerJS replaces an empty string by this

/** Harmless changes of a file that have the same reason. */
function harmless(file: string, why: string, ...changes: [from: string, to: string][]): Harmless[] {
  return changes.map(([from, to]) => ({ file, from, to, why }));
}

export const harmlessMutants: readonly Harmless[] = [
  ...harmless(
    'board/named-cards.ts',
    'no card has that name, either, and of a match the first element is not looked at',
    ["''", STRYKER],
    ['[]', '["Stryker was here"]'],
  ),
  ...harmless('board/named-cards.ts', 'a drawing begins with another tag', ['tag < 0', 'tag <= 0']),
  ...harmless('board/named-cards.ts', 'it is behind the tag', ['end < 0', 'end <= 0']),
  ...harmless('board/named-cards.ts', 'many blanks separate as one does', ['/[^\\n]+/g', '/[^\\n]/g']),
  ...harmless('board/named-cards.ts', 'words without a character are left out', [
    '/[\\s,;|"\'`()[\\]{}]+/u',
    '/[\\s,;|"\'`()[\\]{}]/u',
  ]),
  ...harmless('board/named-cards.ts', 'where both are one place, it is told either way', [
    'start < end',
    'start <= end',
  ]),
  ...harmless(
    'board/parse.ts',
    'without a line break, what is held has no whole line but one that ends with a CR, and may be read before the next part',
    ['LINE_BREAK.test(part)', 'true'],
  ),
  ...harmless('check/block-report.ts', 'where there is no room, nothing is added, either', [
    'ranges.length === MAX_RANGES && ranges.at(-1)?.last !== n - 1',
    'false',
  ]),
  ...harmless('check/block-report.ts', 'of as many ranges as there may be, one is the last', [
    'ranges.at(-1)?.last',
    'ranges.at(-1).last',
  ]),
  ...harmless(
    'tasks/check-block.ts',
    'memory that would do is allocated anew',
    ['buffer.length < size', 'true'],
    ['buffer.length < size', 'buffer.length <= size'],
  ),
  ...harmless(
    'check/check-records.ts',
    'records are compared one by one, not together',
    ['areConsecutive', 'false'],
    ['!areConsecutive', 'false'],
    ['this.#areNext(encoded, 0, encoded.length)', 'false'],
    ['{\n      this.#accept({ first, last }, encoded.length);\n      return true;\n    }', '{}'],
    ['records - 1', 'records + 1'],
    [
      'claimed === records && ends[last] === this.#offset + encoded.length && this.#areNext(encoded)',
      'false',
    ],
    ['records > 1 && numbers[last] === numbers[0] + last', 'false'],
    ['numbers[0] + last', 'numbers[0] - last'],
    ['this.#bytes[this.#offset] !== encoded[from]', 'false'],
    ['claimed === records', 'claimed !== records'],
    ['ends[last] === this.#offset + encoded.length', 'ends[last] !== this.#offset + encoded.length'],
    ['this.#offset + encoded.length', 'this.#offset - encoded.length'],
    [
      '{\n      this.#accept(numbers.subarray(0, records), encoded.length);\n      return records > 1 && numbers[last] === numbers[0] + last;\n    }',
      '{}',
    ],
  ),
  ...harmless(
    'check/check-records.ts',
    'no deals are encoded to no bytes',
    ['claimed > 0', 'true'],
    ['claimed > 0', 'claimed >= 0'],
  ),
  ...harmless('check/check-records.ts', 'it is no, too', ['() => false', '() => undefined']),
  ...harmless(
    'check/check-records.ts',
    'behind a wrong record: none follows on from an unknown one; of the loop it is tested',
    ['this.#next !== undefined', 'true'],
  ),
  ...harmless(
    'check/check-records.ts',
    'a board with the cards of the deal that is expected has its bytes, and is not looked up',
    ['found === n', 'false'],
  ),
  ...harmless(
    'check/check-records.ts',
    'bytes that are those of the deals have the same ends, and no record without a number',
    [
      'claimed === records && ends[last] === this.#offset + encoded.length',
      'claimed === records || ends[last] === this.#offset + encoded.length',
    ],
    ['claimed === records', 'true'],
    ['ends[last] === this.#offset + encoded.length', 'true'],
  ),
  ...harmless(
    'check/check-records.ts',
    'behind the end there is no record that has a deal',
    ['end >= this.#bytes.length', 'false'],
    ['end >= this.#bytes.length', 'end > this.#bytes.length'],
  ),
  ...harmless(
    'check/check-records.ts',
    'undefined is above no number, and no deal number',
    ['following !== undefined', 'true'],
    ['n !== undefined', 'true'],
  ),
  ...harmless(
    'check/check-row-group.ts',
    'the footer has deal numbers alone: the least or the greatest is another one',
    ['numbers instanceof Float64Array && !numbers.every(isDealNumber)', 'false'],
    ['numbers.every(isDealNumber)', 'numbers.some(isDealNumber)'],
  ),
  ...harmless('check/check-row-group.ts', 'the bytes of numbers that are consecutive are others, too', [
    'isConsecutive === group.isConsecutive',
    'true',
  ]),
  ...harmless('check/check-row-group.ts', 'the values are compared one by one, and are equal', [
    'found.equals(packed)',
    'false',
  ]),
  ...harmless('check/check-row-group.ts', 'behind the end, both are undefined', [
    'indexOffset(row) < packed.length',
    'indexOffset(row) <= packed.length',
  ]),
  ...harmless('check/check-row-group.ts', 'nothing else is encoded before the comparison ends', [
    "engine.encode('cards', [dealt]).slice()",
    "engine.encode('cards', [dealt])",
  ]),
  ...harmless('check/check-row-group.ts', 'of a range, the deal column follows from the footer', [
    '[this.#numbers]',
    '[]',
  ]),
  ...harmless('check/check-row-group.ts', 'what is written behind the end of typed memory is nowhere', [
    'row < cards.length',
    'row <= cards.length',
  ]),
  ...harmless('common/errors.ts', 'no system error has that code, either', ["''", STRYKER]),
  ...harmless('common/errors.ts', 'the rest of the name stays where it is', [
    '/\\bthe option (\\w+)/g',
    '/\\bthe option (\\w)/g',
  ]),
  ...harmless(
    'formats/lines.ts',
    'there is no line feed behind the end, and the search behind the loop finds the same one',
    ['end < length', 'true'],
    ['end < length', 'end <= length'],
    ['Math.min(length, offset + SHORT_LINE)', 'Math.max(length, offset + SHORT_LINE)'],
    ['offset + SHORT_LINE', 'offset - SHORT_LINE'],
    ['end < near', 'false'],
    ['end < near', 'end <= near'],
    ['end < near', 'end >= near'],
    ['end < 0', 'end <= 0'],
  ),
  ...harmless(
    'formats/parquet/pages.ts',
    'nothing is written behind the end of an array, and no bit of nothing is set',
    ['i < values.length', 'i <= values.length'],
    ['offset < out.length', 'offset <= out.length'],
  ),
  ...harmless(
    'formats/parquet/row-group.ts',
    'it is the same number',
    ['first < min', 'first <= min'],
    ['last > max', 'last >= max'],
  ),
  ...harmless(
    'formats/parquet/row-group.ts',
    'a layout is made anew where the one that is kept has other deals',
    ['deals === ROW_GROUP_DEALS', 'false'],
    ['deals === ROW_GROUP_DEALS', 'deals !== ROW_GROUP_DEALS'],
  ),
  ...harmless(
    'formats/registry.ts',
    'no format has that name or extension, either',
    ['[]', '["Stryker was here"]'],
    ["''", STRYKER],
  ),
  ...harmless('pipeline/filter-stage.ts', 'behind the last deal, none is looked at', [
    'from < item.deals',
    'from <= item.deals',
  ]),
  ...harmless(
    'pipeline/portions.ts',
    'no numbers change no checksum',
    ['known > 0', 'true'],
    ['known > 0', 'known >= 0'],
  ),
  ...harmless(
    'pipeline/portions.ts',
    'of no numbers, none is taken',
    ['known < count', 'true'],
    ['known < count', 'known <= count'],
  ),
  ...harmless(
    'reader/deal-file.ts',
    'the number of a record in a range follows from its place, and is the next one',
    ['this.#lookup === undefined', 'false'],
  ),
  ...harmless('reader/deal-file.ts', 'a copy has the same cards', ['length === CARDS', 'false']),
  ...harmless('reader/deal-file.ts', 'the cards of a record begin within it, behind its number', [
    'from < records.length',
    'from <= records.length',
  ]),
  ...harmless(
    'reader/record-file.ts',
    'no records are read without a system call, and nothing is asked about them',
    ['position < count', 'position <= count'],
  ),
  ...harmless('reader/shard-file.ts', 'a header that tells the first deal tells their number, too', [
    'count !== undefined',
    'true',
  ]),
  ...harmless(
    'reader/shard-file.ts',
    'of the first record and of a range: behind a header is a whole record, and lines have none; of all records it is tested',
    ['size - offset', 'size + offset'],
  ),
  ...harmless('reader/shard-file.ts', 'the bytes of a range that descends are none, or fewer', [
    'range.first <= range.last',
    'true',
  ]),
  ...harmless(
    'reader/shard-file.ts',
    'a record as long as its deal has it is not too long, and undefined is no deal number',
    ['end - start <= record.maxBytes && n !== undefined', 'true'],
    [
      'end - start <= record.maxBytes && n !== undefined',
      'end - start <= record.maxBytes || n !== undefined',
    ],
    ['end - start <= record.maxBytes', 'true'],
    ['n !== undefined', 'true'],
  ),
  ...harmless(
    'common/nearest.ts',
    'no letter is what is before the first one',
    ['j > 1', 'true'],
    ['j > 1', 'j >= 1'],
  ),
  ...harmless(
    'selection/condition/tree.ts',
    'it is 0 either way',
    ['min > 0', 'min >= 0'],
    ['max < 0', 'max <= 0'],
  ),
  ...harmless(
    'selection/condition/words.ts',
    'both are undefined, or neither is',
    ['kind === undefined || word === undefined', 'kind === undefined && word === undefined'],
    ['kind === undefined', 'false'],
    ['word === undefined', 'false'],
  ),
  ...harmless('selection/condition/words.ts', 'no other word has a quote', ["kind === 'string'", 'true']),
  ...harmless('selection/condition/words.ts', 'the end is known by its kind', ["''", STRYKER]),
  ...harmless('selection/deal-source.ts', 'what is no part is no range, either', [
    'numbers === undefined',
    'false',
  ]),
  ...harmless('selection/deal-source.ts', 'a number of a range is found as one of several parts is', [
    'range !== undefined',
    'false',
  ]),
  ...harmless('selection/exclude.ts', 'nothing is written behind the end of an array', [
    'i < copy.length',
    'i <= copy.length',
  ]),
  ...harmless('selection/exclude.ts', 'the first number differs from that before it, which there is not', [
    'i === 0',
    'false',
  ]),
  ...harmless('selection/exclude.ts', 'numbers are handed on a little sooner', [
    'filled > SEGMENT - MIN_RANGE',
    'filled >= SEGMENT - MIN_RANGE',
  ]),
  ...harmless('selection/list/list.ts', 'what is no list has no paths', ['list === undefined', 'false']),
  ...harmless('selection/list/list.ts', 'numbers are kept that nobody asks for', ['!canReread', 'true']),
  ...harmless('selection/list/records.ts', 'a range in a file is read to its end, as that of a pipe is', [
    'first === undefined || input.size === undefined',
    'true',
  ]),
  ...harmless(
    'selection/list/records.ts',
    'it takes more memory',
    ['SMALL_WINDOW_BYTES / length', 'SMALL_WINDOW_BYTES * length'],
    ['SMALL_WINDOW_BYTES / \'{"deal":1}\'.length', 'SMALL_WINDOW_BYTES * \'{"deal":1}\'.length'],
  ),
  ...harmless(
    'selection/list/records.ts',
    "a line that is not taken for this program's is parsed",
    ['n === undefined || !isDealNumber(n)', 'true'],
    ['n === undefined', 'false'],
    ['n === undefined', 'n !== undefined'],
    ['lineRecord.bytesOf({ first: n, last: n }) === end + 1 - at', 'false'],
    ['{ first: n, last: n }', '{}'],
  ),
  ...harmless(
    'selection/list/text.ts',
    'outside of the bytes there is neither a digit nor what is between words',
    ['end > 0', 'true'],
    ['end > 0', 'end >= 0'],
    ['at < length', 'true'],
    ['at < length', 'at <= length'],
  ),
  ...harmless(
    'selection/list/text.ts',
    'a number that is not read here is read as a range is',
    ['byte >= ZERO && byte <= NINE', 'false'],
    ['byte >= ZERO', 'byte > ZERO'],
    ['byte <= NINE', 'byte < NINE'],
    ['few * 10 + digit', 'few * 10 - digit'],
    ['n < FIRST_DEAL', 'n <= FIRST_DEAL'],
    ['n > LAST_DEAL', 'n >= LAST_DEAL'],
    ['end < length && isInWord(bytes[end])', 'end < length || isInWord(bytes[end])'],
  ),
  ...harmless(
    'selection/list/text.ts',
    'the rest of the digits is read by the next loop, or as a range is',
    ['at + 9', 'at - 9'],
    ['end < most', 'false'],
    ['digit < ZERO || digit > NINE', 'true'],
    ['digit < ZERO', 'digit <= ZERO'],
    ['digit > NINE', 'digit >= NINE'],
  ),
  ...harmless('selection/list/text.ts', 'numbers are handed on a little sooner', [
    'numbers.length - cursor.count < MIN_RANGE',
    'numbers.length - cursor.count <= MIN_RANGE',
  ]),
  ...harmless('selection/sample.ts', 'it takes more memory', ['to - from', 'to + from']),
  ...harmless('selection/selection.ts', 'what is no list has no paths', ['list === undefined', 'false']),
];
