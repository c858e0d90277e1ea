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
    'no card has this name, and the first element of a match is not used',
    ["''", STRYKER],
    ['[]', '["Stryker was here"]'],
  ),
  ...harmless('board/named-cards.ts', 'offset 0 has another tag, the one that begins the drawing', [
    'tag < 0',
    'tag <= 0',
  ]),
  ...harmless('board/named-cards.ts', 'the end follows the tag, so its offset is never 0', [
    'end < 0',
    'end <= 0',
  ]),
  ...harmless('board/named-cards.ts', 'several blanks separate words in the same way as one blank', [
    '/[^\\n]+/g',
    '/[^\\n]/g',
  ]),
  ...harmless('board/named-cards.ts', 'empty words are skipped', [
    '/[\\s,;|"\'`()[\\]{}]+/u',
    '/[\\s,;|"\'`()[\\]{}]/u',
  ]),
  ...harmless('board/named-cards.ts', 'if both offsets are equal, the result is the same', [
    'start < end',
    'start <= end',
  ]),
  ...harmless(
    'board/parse.ts',
    'without a line break, the held text has no whole line except one that ends with CR, which may be read before the next part',
    ['LINE_BREAK.test(part)', 'true'],
  ),
  ...harmless('check/block-report.ts', 'if there is no room, nothing is added in either case', [
    'ranges.length === MAX_RANGES && ranges.at(-1)?.last !== n - 1',
    'false',
  ]),
  ...harmless('check/block-report.ts', 'there are MAX_RANGES ranges, so there is a last one', [
    'ranges.at(-1)?.last',
    'ranges.at(-1).last',
  ]),
  ...harmless(
    'check/check-block.ts',
    'it allocates new memory although the old one is large enough',
    ['buffer.length < size', 'true'],
    ['buffer.length < size', 'buffer.length <= size'],
  ),
  ...harmless(
    'check/check-records.ts',
    'records are then compared one by one, with the same result',
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
    ['claimed === records', 'claimed !== records'],
    ['ends[last] === this.#position + encoded.length', 'ends[last] !== this.#position + encoded.length'],
    ['this.#position + encoded.length', 'this.#position - encoded.length'],
    [
      '{\n      this.#accept(numbers.subarray(0, records), encoded.length);\n      return records > 1 && numbers[last] === numbers[0] + last;\n    }',
      '{}',
    ],
  ),
  ...harmless(
    'check/check-records.ts',
    'zero deals are encoded as zero bytes',
    ['claimed > 0', 'true'],
    ['claimed > 0', 'claimed >= 0'],
  ),
  ...harmless('check/check-records.ts', 'undefined is as false as false', ['() => false', '() => undefined']),
  ...harmless(
    'check/check-records.ts',
    'after a wrong record, no record follows an unknown one; the same condition in the loop is tested',
    ['this.#next !== undefined', 'true'],
  ),
  ...harmless(
    'check/check-records.ts',
    'a board with the cards of the expected deal has the expected bytes, so it is not looked up',
    ['found === n', 'false'],
  ),
  ...harmless(
    'check/check-records.ts',
    'if the bytes are those of the deals, the ends are equal and every record has a number',
    [
      'claimed === records && ends[last] === this.#position + encoded.length',
      'claimed === records || ends[last] === this.#position + encoded.length',
    ],
    ['claimed === records', 'true'],
    ['ends[last] === this.#position + encoded.length', 'true'],
  ),
  ...harmless(
    'check/check-records.ts',
    'after the end there is no record with a deal',
    ['end >= this.#bytes.length', 'false'],
    ['end >= this.#bytes.length', 'end > this.#bytes.length'],
  ),
  ...harmless(
    'check/check-records.ts',
    'undefined is not greater than any number, and is not a deal number',
    ['following !== undefined', 'true'],
    ['n !== undefined', 'true'],
  ),
  ...harmless(
    'check/check-row-group.ts',
    'the footer has only deal numbers, so the minimum or maximum differs',
    ['numbers instanceof Float64Array && !numbers.every(isDealNumber)', 'false'],
    ['numbers.every(isDealNumber)', 'numbers.some(isDealNumber)'],
  ),
  ...harmless('check/check-row-group.ts', 'consecutive numbers also have other bytes', [
    'isConsecutive === group.isConsecutive',
    'true',
  ]),
  ...harmless('check/check-row-group.ts', 'the values are then compared one by one, and are equal', [
    'found.equals(packed)',
    'false',
  ]),
  ...harmless('check/check-row-group.ts', 'after the end, both values are undefined', [
    'indexOffset(row) < packed.length',
    'indexOffset(row) <= packed.length',
  ]),
  ...harmless('check/check-row-group.ts', 'the engine encodes nothing else before the comparison ends', [
    "engine.encode('cards', [dealt]).slice()",
    "engine.encode('cards', [dealt])",
  ]),
  ...harmless('check/check-row-group.ts', 'the deal column of a range follows from the footer', [
    '[this.#numbers]',
    '[]',
  ]),
  ...harmless('check/check-row-group.ts', 'a write after the end of a typed array has no effect', [
    'row < cards.length',
    'row <= cards.length',
  ]),
  ...harmless('common/errors.ts', 'no system error has this code', ["''", STRYKER]),
  ...harmless('common/errors.ts', 'the rest of the name is not changed', [
    '/\\bthe option (\\w+)/g',
    '/\\bthe option (\\w)/g',
  ]),
  ...harmless(
    'formats/lines.ts',
    'there is no line feed after the end, and the search after the loop finds the same one',
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
    'a write after the end of an array has no effect, and undefined has no bits',
    ['i < values.length', 'i <= values.length'],
    ['offset < out.length', 'offset <= out.length'],
  ),
  ...harmless(
    'formats/parquet/row-group.ts',
    'if the numbers are equal, the result is the same',
    ['first < min', 'first <= min'],
    ['last > max', 'last >= max'],
  ),
  ...harmless(
    'formats/parquet/row-group.ts',
    'it computes a layout although one is cached',
    ['deals === ROW_GROUP_DEALS', 'false'],
    ['deals === ROW_GROUP_DEALS', 'deals !== ROW_GROUP_DEALS'],
  ),
  ...harmless(
    'formats/registry.ts',
    'no format has this name or extension',
    ['[]', '["Stryker was here"]'],
    ["''", STRYKER],
  ),
  ...harmless(
    'pipeline/chunks.ts',
    'in the loop, nothing is added after the last deal; the condition that decides about resuming is tested',
    ['taken < deals', 'taken <= deals'],
  ),
  ...harmless('pipeline/filter-stage.ts', 'after the last deal there is no deal to look at', [
    'from < portion.deals',
    'from <= portion.deals',
  ]),
  ...harmless(
    'pipeline/portions.ts',
    'zero numbers do not change the checksum',
    ['known > 0', 'true'],
    ['known > 0', 'known >= 0'],
  ),
  ...harmless(
    'pipeline/portions.ts',
    'zero numbers are taken from zero numbers',
    ['known < count', 'true'],
    ['known < count', 'known <= count'],
  ),
  ...harmless('reader/deal-file.ts', 'after the last record there is no deck', [
    'p < records.length',
    'p <= records.length',
  ]),
  ...harmless(
    'reader/deal-file.ts',
    'the number of a record in a range follows from its position, and is the next one',
    ['this.#lookup === undefined', 'false'],
  ),
  ...harmless('reader/deal-file.ts', 'a copy has the same cards', ['length === CARDS', 'false']),
  ...harmless('reader/deal-file.ts', 'the cards of a record begin within the record, after its number', [
    'from < records.length',
    'from <= records.length',
  ]),
  ...harmless('reader/record-file.ts', 'zero records are read without a system call, and have no effect', [
    'position < count',
    'position <= count',
  ]),
  ...harmless('reader/shard-file.ts', 'a header with the first deal also has the number of deals', [
    'count !== undefined',
    'true',
  ]),
  ...harmless(
    'reader/shard-file.ts',
    'for the first record and for a range: a header is followed by a whole record, and lines have no header; the same expression for all records is tested',
    ['size - offset', 'size + offset'],
  ),
  ...harmless('reader/shard-file.ts', 'a descending range has zero or fewer bytes', [
    'range.first <= range.last',
    'true',
  ]),
  ...harmless(
    'reader/shard-file.ts',
    'a record with the length of its deal is not too long, and undefined is not a deal number',
    ['end - start <= record.maxBytes && n !== undefined', 'true'],
    [
      'end - start <= record.maxBytes && n !== undefined',
      'end - start <= record.maxBytes || n !== undefined',
    ],
    ['end - start <= record.maxBytes', 'true'],
    ['n !== undefined', 'true'],
  ),
  ...harmless(
    'selection/checksum.ts',
    'zero bytes do not change the checksum',
    ['alone > i + 1', 'true'],
    ['alone > i + 1', 'alone >= i + 1'],
  ),
  ...harmless(
    'selection/checksum.ts',
    'numbers are added one by one, and joined as they are added',
    ['last + 1 < numbers.length && numbers[last + 1] === numbers[last] + 1', 'false'],
    ['last + 1 < numbers.length', 'true'],
    ['last + 1 < numbers.length', 'last + 1 <= numbers.length'],
    ['last + 1 < numbers.length', 'last + 1 >= numbers.length'],
    ['numbers[last + 1] === numbers[last] + 1', 'numbers[last + 1] !== numbers[last] + 1'],
    ['numbers[last] + 1', 'numbers[last] - 1'],
    ['at + 1 < numbers.length', 'false'],
    ['next === n + 1', 'true'],
  ),
  ...harmless(
    'selection/condition/nearest.ts',
    'no letter equals undefined, which precedes the first letter',
    ['j > 1', 'true'],
    ['j > 1', 'j >= 1'],
  ),
  ...harmless(
    'selection/condition/tree.ts',
    'if the value is 0, the result is 0 in both cases',
    ['min > 0', 'min >= 0'],
    ['max < 0', 'max <= 0'],
  ),
  ...harmless(
    'selection/condition/tree.ts',
    'positions that do not begin at 0 are a single position',
    ['from === 0', 'true'],
    ['to - from', 'to + from'],
  ),
  ...harmless(
    'selection/condition/words.ts',
    'either both are undefined or neither is',
    ['kind === undefined || word === undefined', 'kind === undefined && word === undefined'],
    ['kind === undefined', 'false'],
    ['word === undefined', 'false'],
  ),
  ...harmless('selection/condition/words.ts', 'no other word has a quote', ["kind === 'string'", 'true']),
  ...harmless('selection/condition/words.ts', 'the end is recognized by its kind, not by its text', [
    "''",
    STRYKER,
  ]),
  ...harmless('selection/deal-source.ts', 'undefined is not a range', ['numbers === undefined', 'false']),
  ...harmless(
    'selection/deal-source.ts',
    'a number of a range is then found like a number of several parts',
    ['range !== undefined', 'false'],
  ),
  ...harmless('selection/exclude.ts', 'a write after the end of an array has no effect', [
    'i < block.length',
    'i <= block.length',
  ]),
  ...harmless('selection/exclude.ts', 'the first number differs from undefined, which precedes it', [
    'i === 0',
    'false',
  ]),
  ...harmless('selection/exclude.ts', 'numbers are handed on a little sooner', [
    'filled > BLOCK - MIN_RANGE',
    'filled >= BLOCK - MIN_RANGE',
  ]),
  ...harmless('selection/list/list-input.ts', 'a read of no bytes ends the loop', [
    'this.#kept < HEAD_BYTES',
    'this.#kept <= HEAD_BYTES',
  ]),
  ...harmless('selection/list/list.ts', 'undefined has no paths', ['list === undefined', 'false']),
  ...harmless('selection/list/list.ts', 'it keeps numbers that are not read again', ['!isReadAgain', 'true']),
  ...harmless(
    'selection/list/records.ts',
    'a range in a file is then read to its end, like a range in a pipe',
    ['first === undefined || input.size === undefined', 'true'],
  ),
  ...harmless(
    'selection/list/records.ts',
    'it takes more memory',
    ['PART_BYTES / length', 'PART_BYTES * length'],
    ['PART_BYTES / \'{"deal":1}\'.length', 'PART_BYTES * \'{"deal":1}\'.length'],
  ),
  ...harmless(
    'selection/list/records.ts',
    "a line that is not recognized as this program's is parsed as JSON",
    ['n === undefined || !isDealNumber(n)', 'true'],
    ['n === undefined', 'false'],
    ['n === undefined', 'n !== undefined'],
    ['lineRecord.bytesOf({ first: n, last: n }) === end + 1 - at', 'false'],
    ['{ first: n, last: n }', '{}'],
  ),
  ...harmless(
    'selection/list/text.ts',
    'outside the bytes there is neither a digit nor a separator',
    ['end > 0', 'true'],
    ['end > 0', 'end >= 0'],
    ['at < length', 'true'],
    ['at < length', 'at <= length'],
  ),
  ...harmless(
    'selection/list/text.ts',
    'a number that is not read here is read by the code for ranges',
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
    'the remaining digits are read by the next loop, or by the code for ranges',
    ['at + 9', 'at - 9'],
    ['end < most', 'false'],
    ['digit < ZERO || digit > NINE', 'true'],
    ['digit < ZERO', 'digit <= ZERO'],
    ['digit > NINE', 'digit >= NINE'],
  ),
  ...harmless('selection/list/text.ts', 'numbers are handed on a little sooner', [
    'numbers.length - place.count < MIN_RANGE',
    'numbers.length - place.count <= MIN_RANGE',
  ]),
  ...harmless('selection/sample.ts', 'it takes more memory', ['to - from', 'to + from']),
  ...harmless('selection/selection.ts', 'undefined has no paths', ['list === undefined', 'false']),
];
