// Bugs in the kernels. The kernels are rebuilt for each bug.

/** A bug that a test must notice. It replaces a text that occurs once in a file. */
export interface Mutant {
  name: string;
  file: string; // path from the root
  from: string;
  to: string;
  /** files in test/, without .test.ts; at least one must fail */
  tests: readonly string[];
}

function mutantsOf(file: string, tests: string, bugs: [name: string, from: string, to: string][]): Mutant[] {
  return bugs.map(([name, from, to]) => ({ name, file, from, to, tests: tests.split(' ') }));
}

export const kernelMutants: readonly Mutant[] = [
  ...mutantsOf('assembly/simd/tables.ts', 'formats/formats game/deal', [
    ['half of 16 bits, one too small', '(HALF % left)', '((HALF - 1) % left)'],
    ['a reciprocal that is not rounded', '(2 * HALF + left) / (2 * left)', '2 * HALF / (2 * left)'],
    [
      'states that step to the next group',
      'multiplier * 2 * <u32>GROUP_DEALS',
      'multiplier * <u32>GROUP_DEALS',
    ],
    ['a wrap that is missed', '(left - (range % left)) % left', 'left'],
    ['an inverse modulo 64', '  inverse *= 2 - odd * inverse;\n  return', '  return'],
    ['codes of a list that are not of pairs', '(left - 1) | 1', 'left'],
    ['ranks of the carry that begin one too low', 'rankByte(upTo - 1)', 'rankByte(upTo)'],
    [
      'thresholds that are compared with the t behind',
      'let fourth = <u32>COMPARED - 1;',
      'let fourth = <u32>COMPARED;',
    ],
  ]),
  ...mutantsOf('assembly/simd/draws.ts', 'formats/formats game/deal', [
    ['a regime that stays the first one', '+ <usize>regime * REGIMES_ROW;', ';'],
    ['third regime: its tables are not filled', 'if (bits != filledBits) fillTables(bits);', ''],
    ['a range that begins with the second of two groups', '  isSecond = false;\n', ''],
    [
      'states of the last two groups',
      'v128.store(k4, i32x4.add(a, v128.load(k4, STEP)), STATE);',
      'v128.store(k4, a, STATE);',
    ],
    ['carries that step to the next group', 'origin += 2 * <u32>GROUP_DEALS', 'origin += <u32>GROUP_DEALS'],
    ['a window whose second group is the first', ' + windowLane + second * GROUP_DEALS;', ' + windowLane;'],
    ['a window that begins at a multiple of 64', 'lane = <usize>first & 63;', 'lane: usize = 0;'],
    [
      'ranks of the first draw as they are',
      'rankByte(noWrapOfFirst(load<i32>(THRESHOLD)))',
      'noWrapOfFirst(load<i32>(THRESHOLD))',
    ],
  ]),
  // dealNumbers may write its last group whole: BATCH has room for it
  ...mutantsOf('assembly/simd/deal.ts', 'formats/formats game/deal', [
    [
      'a last group that is written whole',
      'writeGroup(min<u32>(inRegime - done, <u32>GROUP_DEALS)',
      'writeGroup(<u32>GROUP_DEALS',
    ],
  ]),
  ...mutantsOf('assembly/simd/shuffle.ts', 'formats/formats', [
    [
      'a tail of a group: the first deal of a quarter',
      'VECTOR_DEALS) < count; quarter++) {\n    shuffleQuarter',
      'VECTOR_DEALS) + 1 < count; quarter++) {\n    shuffleQuarter',
    ],
    ['decks that are not laid in order again', '  layDeck(deck, order0, order1, order2);', ''],
    ['the last 16 cards of every other deal', 'back = highHalves(c, d);', 'back = lowHalves(c, d);'],
    [
      'a draw that the decks make twice',
      'PLACES + 2 * PLACES_EIGHT, 8, 7)',
      'PLACES + 2 * PLACES_EIGHT, 8, 6)',
    ],
    ['a draw of places 40..47 that the decks make twice', 'first -= 8, moved++)', 'first -= 8)'],
    ['cards that meet the draws of the deck of 32 alone', 'arePlaces ? MEMORY_DRAWS : 0;', 'MEMORY_DRAWS;'],
  ]),
  ...mutantsOf('assembly/simd/decks.ts', 'formats/formats', [
    ['decks whose last card is the one before it', 'load<u8>(last + (DECKS', 'load<u8>(last - 1 + (DECKS'],
  ]),
  ...mutantsOf('assembly/simd/gather.ts', 'formats/formats', [
    [
      'regimes of a list: the last eight by the first',
      'areFrom(first, n4, n5, n6, n7)',
      'areFrom(first, n0, n1, n2, n3)',
    ],
    ['regimes of a list: higher numbers in its last eight alone', 'f64x2.pmax(front, back)', 'front'],
    [
      'regimes of a list: 1 that is not added from 2^32 on',
      ', REGIME_AFTER), areIn), REGIME_AFTER',
      ', 0), areIn), 0',
    ],
    ['a list: one draw too few in memory', 'if (k < MEMORY_DRAWS)', 'if (k + 1 < MEMORY_DRAWS)'],
  ]),
  ...mutantsOf('assembly/simd/ndjson.ts', 'formats/formats', [
    ['digits: one too few of a power of ten', 'rest > 0; rest /= 10', 'rest > 1; rest /= 10'],
    [
      'digits: a number that becomes longer',
      'if (!addTen(HEAD + last)) headBytes = writeHead(first + i + 1);',
      'addTen(HEAD + last);',
    ],
    ['digits: tens that are counted late', 'if (digit < NINE)', 'if (digit <= NINE)'],
    ['a comma', 'BETWEEN_3 = memory.data<u8>([34, 44,', 'BETWEEN_3 = memory.data<u8>([34, 32,'],
    ['the line feed', '[0, 0, 34, 93, 125, 10,', '[0, 0, 34, 93, 125, 13,'],
    [
      'cards 16..31 twice',
      'put16(v128.load(cards, 32), out + 160);',
      'put16(v128.load(cards, 16), out + 160);',
    ],
  ]),
  ...mutantsOf('assembly/simd/text.ts', 'formats/formats', [
    ['rows: columns 6 and 7 over 4 and 5', 'out + 4 * LONG_LINE + 2 * SHORT_LINE,', 'out + 4 * LONG_LINE,'],
    ['rows: a blank for a line feed', 'store<u16>(out, 0x0a00 |', 'store<u16>(out, 0x2000 |'],
  ]),
  ...mutantsOf('assembly/simd/parquet.ts', 'formats/parquet', [
    ['positions that are cards', 'packValues(POSITION_ROWS, count', 'packValues(CARD_ROWS, count'],
    ['rows of cards that begin anew in each batch', 'CARD_ROWS + index + deal);', 'CARD_ROWS + deal);'],
    [
      'rows of positions that begin anew in each batch',
      'POSITION_ROWS + index + deal);',
      'POSITION_ROWS + deal);',
    ],
    [
      'padding that is what was there before',
      'pack16(v128.and(v128.load(row + i), isValue))',
      'pack16(v128.load(row + i))',
    ],
    [
      'columns of 64 values without the last 16',
      'for (; i < whole; i += 16, packed',
      'for (; i + 16 < whole; i += 16, packed',
    ],
  ]),
  ...mutantsOf('assembly/simd.ts', 'formats/formats formats/parquet', [
    ['a last batch of 256', 'min<u32>(BATCH_DEALS, <u32>(end - n))', 'BATCH_DEALS'],
    ['numbers of consecutive records', '<u64>first + i);', '<u64>first);'],
    ['numbers of records in a list', 'store<u64>(out, numberAt(i));', 'store<u64>(out, numberAt(0));'],
  ]),
  ...mutantsOf('assembly/regime.ts', 'formats/formats game/deal', [
    [
      'the first deal of a regime by the rule before it',
      'while (n < firstDeal(regime))',
      'while (n <= firstDeal(regime))',
    ],
    ['a regime that goes on for one deal more', 'firstDeal(regime + 1) :', 'firstDeal(regime + 1) + 1 :'],
    ['15 bits in each regime', '(1 << bitsOf(regime)) - 1', '0x7fff'],
    ['an addend that is not added before', '<= 0xffff ? addendOf(regime) : 0', '<= 0xffff ? 0 : 0'],
    ['an addend that is not added after', 'return addendOf(regime) - addendBefore(regime);', 'return 0;'],
  ]),
  ...mutantsOf('assembly/scalar.ts', 'formats/formats', [
    ['no addend', ' & mask) + addend) % left', ' & mask)) % left'],
  ]),
];
