// Bugs in the kernels. The kernels are rebuilt for each bug.

import { type Mutant, mutantsOf } from './mutant.js';

export const kernelMutants: readonly Mutant[] = [
  ...mutantsOf('assembly/simd/tables.ts', 'formats/formats game/deal', [
    ['what reading as signed subtracts', '32768 % left', '32767 % left'],
    ['a reciprocal that is not rounded', '(65536 + left) / (2 * left)', '65536 / (2 * left)'],
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
      'let last = <u32>COMPARED - 1;',
      'let last = <u32>COMPARED;',
    ],
  ]),
  ...mutantsOf('assembly/simd/draws.ts', 'formats/formats game/deal', [
    ['second regime: bit 15 is not set', 'isHigh ? 0 : HIGH_DRAW_BIT', 'HIGH_DRAW_BIT'],
    ['third regime: 1 is not added', 'isWide ? 1 : 0', '0'],
    ['third regime: 15 bits', 'isWide ? WIDE_DRAW_MASK : DRAW_MASK', 'DRAW_MASK'],
    ['third regime: its tables are not filled', 'if (bits != filledBits) fillTables(bits);', ''],
    [
      'numbers of the last regime that begin one too late',
      'first >= <u64>FIRST_WIDE_DEAL;',
      'first > <u64>FIRST_WIDE_DEAL;',
    ],
    [
      'a range that begins with the second of two groups',
      '  group = 0;\n  noCarryRow = <usize>origin',
      '  noCarryRow = <usize>origin',
    ],
    [
      'states of the last two groups',
      'v128.store(k4, i32x4.add(a, v128.load(k4, STEP)), STATE);',
      'v128.store(k4, a, STATE);',
    ],
    ['carries that step to the next group', '(noCarryRow + 2 * GROUP_DEALS)', '(noCarryRow + GROUP_DEALS)'],
    ['a window whose second group is the first', ' + offset + second * GROUP_DEALS;', ' + offset;'],
    ['a window that begins at a multiple of 64', 'newOffset = <usize>first & 63;', 'newOffset: usize = 0;'],
    [
      'ranks of the first draw as they are',
      'rankByte(noWrapOfFirst(load<i32>(THRESHOLD)))',
      'noWrapOfFirst(load<i32>(THRESHOLD))',
    ],
  ]),
  // dealNumbers may write its last group whole: BATCH has room for it
  ...mutantsOf('assembly/simd/deal.ts', 'formats/formats game/deal', [
    [
      'a batch that crosses 2^31 and keeps its regime for one deal more',
      'return <u64>FIRST_HIGH_DEAL - first;',
      'return <u64>FIRST_HIGH_DEAL - first + 1;',
    ],
    [
      'a batch that crosses 2^32 and keeps its regime for one deal more',
      'return <u64>FIRST_WIDE_DEAL - first;',
      'return <u64>FIRST_WIDE_DEAL - first + 1;',
    ],
    [
      'a last group that is written whole',
      'writeGroup(min<u32>(some - done, <u32>GROUP_DEALS)',
      'writeGroup(<u32>GROUP_DEALS',
    ],
  ]),
  ...mutantsOf('assembly/simd/shuffle.ts', 'formats/formats', [
    [
      'a tail of a group: the first deal of a quarter',
      'quarter < 4 && <u32>(quarter * VECTOR_DEALS) < count',
      'quarter < 4 && <u32>(quarter * VECTOR_DEALS) + 1 < count',
    ],
    ['decks that are not laid in order again', '  layDeck(deck, order0, order1, order2);', ''],
    ['the last 16 cards of every other deal', 'back = highHalves(c, d);', 'back = lowHalves(c, d);'],
    ['a draw that the decks make twice', ' / 4 + (arePlaces ? 1 : 0);', ' / 4;'],
    ['a draw of places 40..47 that the decks make twice', 'first -= 8, k++)', 'first -= 8)'],
    ['cards that meet the draws of the deck of 32 alone', 'arePlaces ? MEMORY_DRAWS : 0;', 'MEMORY_DRAWS;'],
  ]),
  ...mutantsOf('assembly/simd/decks.ts', 'formats/formats', [
    ['decks whose last card is the one before it', 'load<u8>(last + (DECKS', 'load<u8>(last - 1 + (DECKS'],
  ]),
  ...mutantsOf('assembly/simd/gather.ts', 'formats/formats', [
    [
      'lanes of a list: the upper half of a number',
      'HIGH_WORD: i32 = 0x43300000',
      'HIGH_WORD: i32 = 0x43300001',
    ],
    [
      'lanes of a list: the last eight by the first',
      'isWide1 = areWide(n4, n5, n6, n7)',
      'isWide1 = areWide(n0, n1, n2, n3)',
    ],
    [
      'lanes of a list: the last eight by the first, from 2^31',
      'storeRegimes(REGIMES + REGIMES_ROW, isWide1, bit1)',
      'storeRegimes(REGIMES + REGIMES_ROW, isWide1, bit0)',
    ],
    [
      'lanes of a list: high numbers in its last eight alone',
      'v128.any_true(v128.or(v128.or(isWide0, isWide1), v128.or(bit0, bit1)))',
      'v128.any_true(v128.or(isWide0, bit0))',
    ],
    [
      'lanes of a list: 1 that is not added from 2^32 on',
      'i16x8.neg(isWide), REGIME_PLUS',
      'i16x8.splat(0), REGIME_PLUS',
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
    ['rows: columns 6 and 7 over 4 and 5', 'out + 4 * LONG_LINE + 2 * SHORT_LINE)', 'out + 4 * LONG_LINE)'],
    ['rows: a blank for a line feed', 'store<u16>(out, 0x0a00 |', 'store<u16>(out, 0x2000 |'],
  ]),
  ...mutantsOf('assembly/simd/parquet.ts', 'formats/parquet', [
    ['rows of cards that begin anew in each batch', 'CARD_ROWS + at + deal);', 'CARD_ROWS + deal);'],
    [
      'rows of positions that begin anew in each batch',
      'POSITION_ROWS + at + deal);',
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
    ['positions that are cards', 'packRowsSimd(POSITION_ROWS, count', 'packRowsSimd(CARD_ROWS, count'],
    ['numbers of consecutive records', '<u64>first + i);', '<u64>first);'],
    ['numbers of records in a list', 'store<u64>(out, numberAt(i));', 'store<u64>(out, numberAt(0));'],
  ]),
  ...mutantsOf('assembly/scalar/deal.ts', 'formats/formats', [
    ['2^31 by the rule below it', 'if (n < <u64>FIRST_HIGH_DEAL)', 'if (n <= <u64>FIRST_HIGH_DEAL)'],
    ['2^32 by the rule below it', 'if (n < <u64>FIRST_WIDE_DEAL)', 'if (n <= <u64>FIRST_WIDE_DEAL)'],
    ['15 bits in the third regime', '& WIDE_DRAW_MASK) + 1', '& DRAW_MASK) + 1'],
  ]),
  ...mutantsOf('assembly/scalar/encode.ts', 'formats/formats', [
    ['digits: one too few of a power of ten', 'power <= n; power', 'power < n; power'],
    ['a comma', '0x2c22000022', '0x2022000022'],
    ['rows: a line feed one too late', 'store<u8>(out - 1, LINE_FEED)', 'store<u8>(out, LINE_FEED)'],
  ]),
  ...mutantsOf('assembly/scalar/parquet.ts', 'formats/parquet', [
    [
      'rows of positions that begin anew in each batch',
      'POSITION_ROWS + <usize>card * ROW_BYTES + at + deal',
      'POSITION_ROWS + <usize>card * ROW_BYTES + deal',
    ],
    ['padding that is what was there before', 'min<usize>(PACKED_VALUES, <usize>count - i)', 'PACKED_VALUES'],
  ]),
];
