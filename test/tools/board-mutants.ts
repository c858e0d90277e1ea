// Bugs in game/, board/, engine/, the Parquet pages, and in the commands that show and find boards.

import { type Mutant, mutantsOf } from './mutant.js';

export const boardMutants: readonly Mutant[] = [
  ...mutantsOf('game/find.ts', 'game/find', [
    ['the deal 0', 'n >= FIRST_DEAL && ', ''],
    ['the last numbers of a regime', 'start < (mask + 1) * BELOW_DRAW', 'start < mask * BELOW_DRAW'],
    [
      'numbers from 2^31 by the rule below it',
      'mask: DRAW_MASK, plus: HIGH_DRAW_BIT',
      'mask: DRAW_MASK, plus: 0',
    ],
    ['a search that begins between two periods', 'let high = first - (first % period)', 'let high = first'],
    ['numbers below the range', ' && start >= first && start <= last', ' && start <= last'],
    ['numbers above the range', ' && start >= first && start <= last', ' && start >= first'],
    [
      'a regime that is searched below its first number',
      'Math.max(range.first - base, 0)',
      'range.first - base',
    ],
    ['ranges in the order in which they are given', '.sort((a, b) => a.first - b.first)', ''],
    [
      'a range without its last number',
      'for (let start = first; start <= last; start++)',
      'for (let start = first; start < last; start++)',
    ],
    ['an index that is never right', 'starts[key + 1] += starts[key];', 'starts[key + 1] += 0;'],
  ]),
  ...mutantsOf('game/deal.ts', 'game/deal', [
    ['2^31 by the rule below it', 'if (n < FIRST_HIGH_DEAL)', 'if (n <= FIRST_HIGH_DEAL)'],
    ['2^32 by the rule below it', 'if (n < FIRST_WIDE_DEAL)', 'if (n <= FIRST_WIDE_DEAL)'],
    ['rows of seven', 'row * COLUMNS, (row + 1) * COLUMNS)', 'row * COLUMNS, (row + 1) * COLUMNS - 1)'],
    ['a number that nobody checks', 'checkDealNumber(n);\n  const cards', 'const cards'],
  ]),
  ...mutantsOf('game/cards.ts', 'game/find game/deal-view game/deal board/parse', [
    ['names of three characters', 'if (name.length !== 2) return -1;', ''],
    ['a card that is there twice', 'if (seen.has(card))', 'if (false as boolean)'],
    ['a board of any length', 'if (count !== CARDS) throw', 'if (false as boolean) throw'],
  ]),
  ...mutantsOf('game/deal-numbers.ts', 'game/deal-numbers game/deal', [
    ['a fraction that is too small', " || (typeof shown === 'string' && /\\.\\d*[1-9]/.test(shown))", ''],
    ['a range that runs downwards', 'if (first > last) throw', 'if (false as boolean) throw'],
    ['an empty entry', "if (entries.some((entry) => entry.trim() === ''))", 'if (false as boolean)'],
    ['the deal 0', 'if (n < FIRST_DEAL || n > LAST_DEAL)', 'if (n > LAST_DEAL)'],
  ]),
  ...mutantsOf('engine/kernel.ts', 'formats/formats formats/parquet library', [
    [
      'a list whose second batch has the numbers of the first',
      'numbers.subarray(done, done + some)',
      'numbers.subarray(0, some)',
    ],
    [
      'a range with its cards whose second batch has the numbers of the first',
      'batch[i] = numbers.first + done + i',
      'batch[i] = numbers.first + i',
    ],
    ['cards of the part before', 'done += countNumbers(some);\n    }\n    return', '}\n    return'],
    ['memory that is one page too small', 'Math.ceil(missing / PAGE)', 'Math.floor(missing / PAGE)'],
    ['Parquet: columns that are packed over each other', 'done += laid;', ''],
    [
      'Parquet: what is left of the last rows',
      'laid < this.#rowDeals && done + laid < group.deals',
      'laid < this.#rowDeals',
    ],
    ['Parquet: cards of the first batch alone', 'const dealt = done + laid;', 'const dealt = done;'],
    [
      'Parquet: heads before the columns, which write beyond their ends',
      'rowGroup.set(position.head, positionsOffset + i * position.bytes);',
      '',
    ],
    ['Parquet: lists that overwrite one another', 'batch.set(part, filled)', 'batch.set(part, 0)'],
    ['a count beyond the most', 'count < 1 || count > MAX_BATCH', 'count < 1'],
    ['a range that goes beyond the last deal', 'checkDealNumber(first + count - 1);', ''],
    ['no scalar kernel without SIMD', 'simd && error instanceof WebAssembly.CompileError', 'false'],
  ]),
  ...mutantsOf('formats/parquet/row-group.ts', 'formats/parquet formats/formats', [
    ['a list that counts as consecutive', 'isConsecutive = false;', ''],
    ['the greatest deal number', 'if (last > max) max = last;', 'if (last > max) max = first;'],
    ['numbers beyond 32 bits', 'view.setUint32(offset + 4, n / 2 ** 32, true);', ''],
    [
      'a layout of the group before',
      'if (deals === fullLayout?.card.count) return',
      'if (fullLayout !== undefined) return',
    ],
  ]),
  ...mutantsOf('formats/parquet/pages.ts', 'formats/parquet formats/parquet-verify', [
    [
      'the header of another page',
      'lastHeader.values === values && lastHeader.bytes === bytes',
      'lastHeader.values === values',
    ],
    ['the header of a page in another encoding', 'isLast && lastHeader.encoding === encoding', 'isLast'],
    [
      'blocks of consecutive numbers: one too many',
      'Math.ceil((count - 1) / DELTA_BLOCK)',
      'Math.ceil(count / DELTA_BLOCK)',
    ],
    ['indices over two bytes', 'packed[offset + 1] |= shifted >> 8;', ''],
  ]),
  ...mutantsOf('formats/text.ts', 'formats/formats game/deal', [
    ['columns by halves', 'i % COLUMNS === column', 'i % COLUMNS === COLUMNS - 1 - column'],
  ]),
  ...mutantsOf('formats/numbers.ts', 'formats/formats', [
    ['digits: one too few of a power of ten', 'power <= n; power *= 10', 'power < n; power *= 10'],
  ]),
  ...mutantsOf('board/svg.ts', 'commands/show', [
    ['exposed cards: one column too few', 'i + COLUMNS >= CARDS', 'i + COLUMNS > CARDS'],
    ['exposed cards: all of them', 'isUncovered ? `', 'true ? `'],
    ['red cards that are black', 'isRed(card) ? RED : BLACK', 'BLACK'],
    ['10 that is T', ".replace('T', '10')", ''],
    ['rows over one another', 'Math.floor(i / COLUMNS) * PITCH.y', 'Math.floor(i / COLUMNS)'],
  ]),
  ...mutantsOf('board/show.ts', 'commands/show', [
    ['boards without a line between', "before = '\\n';", ''],
    ['several deals in one drawing', "count > 1 && several === 'never'", 'false'],
    ['a heading of one board', "count > 1 && several === 'headed'", "several === 'headed'"],
  ]),
  ...mutantsOf('board/styles.ts', 'commands/show board/parse', [
    ['knights among the cards', 'const KNIGHT = 12;', 'const KNIGHT = 13;'],
    ['all cards red', 'isRed(card) ? `', 'true ? `'],
    ['the last row without a line feed', ' || i === CARDS - 1 ?', ' ?'],
  ]),
  ...mutantsOf('board/parse.ts', 'board/parse', [
    ['CR LF that counts as two lines', 'LINE_BREAK = /\\r\\n|\\n|\\r/', 'LINE_BREAK = /\\n|\\r/'],
    ['a game in play that is read as a board', '|founds?|foundations?)', ')'],
    ['outlined suits in another order', "'♧♢♡♤'", "'♧♡♢♤'"],
    ['10 that is no rank', "(rank === '10' ? 'T' : rank)", 'rank'],
    [
      'columns all of the same length',
      '(a % COLUMNS) - (b % COLUMNS)',
      '(a % COLUMNS) - (b % COLUMNS) || b - a',
    ],
    ['lines after a drawing', 'line += countLines(drawn);', ''],
    ['lines of the boards before', 'this.#line += countLines(text);', ''],
    ['a board without an end', 'if (this.#length > MAX_LENGTH)', 'if (false as boolean)'],
    [
      'a drawing that is cut',
      'start >= 0 && start < end && !DRAWING_END.test(text.slice(start, end)) ? start : end',
      'end',
    ],
    ['a CR at the end of a part', "text.slice(0, -1).lastIndexOf('\\r')", "text.lastIndexOf('\\r')"],
    ['a length that is never begun anew', 'this.#length = this.#held.length;', ''],
    ['a row of more than a board', 'if (placed.length > CARDS)', 'if (false as boolean)'],
    ['a card twice in a row', "checkDifferent(placed, 'there', []);", ''],
    ['a board that is not complete at the end', 'if (first === undefined) return;', 'return;'],
    ['a word that ends the terminal', "word.replace(/\\p{C}/gu, '?')", 'word'],
  ]),
  ...mutantsOf('commands/find.ts', 'board/parse', [
    ['UTF-16', 'bytes[0] === 0xff && bytes[1] === 0xfe', 'false'],
    ['a number for boards that have none', "n ?? '-'", "n ?? ''"],
    ['status 0 without a board', 'if (missing === 0) return;', 'return;'],
    ['--in for a board', 'if (deals !== undefined)', 'if (false as boolean)'],
    ['cards and a file', 'file !== undefined && words.length > 0', 'false'],
    ['a file that is named like a card', '!isCard(word) && ', ''],
    ['a row without an end', 'if (text.length > MAX_LENGTH)', 'if (false as boolean)'],
    ['the first number of many', '{first}\\n`;', "{''}\\n`;"],
    ['status 0 where no deal begins so', 'if (done) throw', 'if (false as boolean) throw'],
  ]),
  ...mutantsOf('commands/show.ts', 'commands/show', [
    ['.json that is text', "extension === '.json' || ", ''],
    ['a file extension in capitals', 'extname(path).toLowerCase()', 'extname(path)'],
    ['NO_COLOR that counts for nothing', '!process.env.NO_COLOR && ', ''],
    ['Ctrl-C that leaves a file', ', force, stopSignal()', ', force'],
    ['a file that is replaced', 'force = false }', 'force = true }'],
  ]),
  ...mutantsOf('commands/info.ts', 'commands/cat commands/words selection/list-file', [
    ['a list that is shown as a range', 'const isList = layout === 2;', 'const isList = false as boolean;'],
    ['--json that is shown for people', 'if (json) return', 'if (false as boolean) return'],
    [
      'least and greatest of a Parquet file',
      'Math.max(...groups.map((group) => group.max))',
      'Math.max(...groups.map((group) => group.min))',
    ],
    ['damage without the name of the file', '{path}: $', "{''}$"],
  ]),
];
