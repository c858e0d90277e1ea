// What the commands refuse: each ends with one line on standard error that says why, prints nothing else, and writes no file.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { run, temporaryFolder } from '../support/command.js';
import { runLine } from '../support/main.js';

const folder = temporaryFolder(afterAll);

beforeAll(() => {
  for (const name of ['folder', 'folder.bin']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'file'), 'mine');
  writeFileSync(join(folder, 'rows.txt'), showDeal(617));
  writeFileSync(join(folder, 'columns.txt'), showDeal(617, 'text'));
});

/** The arguments in one line, the status, and the beginning of the message. Other tests have all wrong numbers and formats. */
type Refusal = [line: string, status: number, message: string];

const WORDS: Refusal[] = [
  ['genrate', 2, "unknown command 'genrate' (Did you mean generate?); see freecell-deals --help"],
  [
    'generate --outptu x',
    2,
    "unknown option '--outptu' (Did you mean --output?); see freecell-deals generate --help",
  ],
  ['help bogus', 2, 'there is no such command; see freecell-deals --help'],
  ['solve 617', 2, "unknown command 'solve'; examples/solve in the package's folder solves deals, show 617"],
  ['generate --random', 2, "unknown option '--random'; generate --sample takes deals at random, show random"],
  ['617', 2, "unknown command '617'; show 617 shows a deal; see freecell-deals --help"],
  ['--today', 2, "unknown option '--today'; show today shows the deal of the day"],
  ['show 5 6 7', 2, 'Expected 1 argument but got 3; separate deal numbers by commas, as in 5,6,7; see'],
  ['generate -o', 2, "option '-o, --output <file>' argument missing"],
  ['show', 2, "missing required argument 'deals'"],
  [
    'find rows.txt columns.txt',
    2,
    "too many arguments for 'find'. Expected 1 argument but got 2; find looks up the board of a file",
  ],
];

const DEALS: Refusal[] = [
  ['generate 0', 2, 'deal number 0 is outside 1..8589934591'],
  ['generate -1', 2, 'deal number -1 is outside 1..8589934591'], // not taken for a flag; test/game/deal-numbers has more
  ['generate --sample 5 --seed 9007199254740993', 2, "'9007199254740993' is not a valid seed"],
  ...['9007199254740993', '+', '1.5', '1e3', '0x10', '1_000', 'all'].map((text): Refusal => {
    return [`generate --sample ${text}`, 2, `'${text}' is not a valid sample size`];
  }),
  ['show JD', 2, "'JD' is neither a deal number nor a range"],
  ['show random,617', 2, "'random' is neither a deal number nor a range"],
  ['show 617 --seed 1', 2, '--seed is for show random; leave it out'],
  ['show today --seed 1', 2, '--seed is for show random; leave it out'],
  ['show 617 --where cells=4', 2, '--where is for show random and show today; leave it out'],
  ['show random --where cells=5', 2, "no deal of 1..1000000 that can be won meets the condition 'cells=5'"],
  ['show random --seed 2026-1-9', 2, "'2026-1-9' is not a valid seed"],
  ['show random --seed -1', 2, 'seed -1 is outside 0..9007199254740991'],
  ['info 1,000', 2, "'1,000' is read as 2 numbers; write 1000"],
  ['info 5,6', 2, "info takes one deal, not '5,6'; show takes several"],
  ['info 0', 2, 'deal number 0 is outside 1..8589934591'],
];

const OPTIONS: Refusal[] = [
  ['generate -f xml', 2, "unknown format 'xml'; expected one of bin, ndjson, text"],
  ['generate -o deals.xyz', 2, "cannot infer the format of 'deals.xyz'; pass --format"],
  ['generate -o - --resume', 2, 'standard output cannot be resumed; '],
  ...[0, -1, 257].map((n): Refusal => [`generate -t ${n}`, 2, `thread count ${n} is outside 1..256`]),
  ['bench -t 0', 2, 'thread count 0 is outside 1..256'],
  ['show 617 -s html', 2, "unknown style 'html'; expected one of ascii, unicode, cards, text, json, svg"],
  ['show 617 -o x.png', 2, "cannot infer the style of 'x.png'; "],
  ['verify file', 2, "cannot infer the format of 'file'"],
  ['verify', 2, "missing required argument 'files'"],
  ['info -', 2, 'info cannot read standard input'],
  ['find --in 1..5 rows.txt', 2, '--in is for --row'],
  ['find --near --row 7D', 2, '--near is for whole boards; leave it out with --row'],
  ['find rows.txt --row 7D', 2, "'rows.txt' and the cards of --row are both given"],
];

const BOARDS: Refusal[] = [
  ['find -', 2, 'the text names no card; expected a board of 52'],
  ['find /dev/zero', 2, '/dev/zero has more than 268435456 characters'],
  ['find --row none.txt', 2, "line 1: 'none.txt' is not a valid card"],
  ['find --row 7D AD 5C 3S 5S 8C AH 2D', 1, 'no deal begins with these cards; name other deals by --in'],
];

const FILES: Refusal[] = [
  ...['verify', 'info', 'find'].flatMap((command) =>
    ['nofile', 'no.bin', 'no.file'].map((name): Refusal => {
      const message = `cannot read ${name}: there is no such file; check the path`;
      return [`${command} ${name}`, 1, message];
    }),
  ),
  ['find folder', 1, 'cannot read folder: it is a folder'],
  ['verify folder -f bin', 1, 'cannot read folder: it is a folder'],
  ['generate -o none/deals.bin', 1, 'cannot write none/deals.bin: its folder does not exist'],
  ['generate -o folder.bin', 1, 'cannot write folder.bin: it is a folder'],
  ['generate -o /proc/deals.bin', 1, 'cannot write /proc/deals.bin: '],
  [
    `generate -o ${'a'.repeat(247)}.bin`,
    1,
    `cannot write ${'a'.repeat(247)}.bin: the name is too long; use a`,
  ],
  ['generate -o /dev/full -f bin', 1, 'cannot write /dev/full: no space left'],
  ['show 617 -o /dev/full', 1, 'cannot write /dev/full: no space left'],
];

it.each([...WORDS, ...DEALS, ...OPTIONS, ...BOARDS, ...FILES])(
  '%s ends with status %i: %s',
  async (line, status, message) => {
    const before = readdirSync(folder);
    const { stderr, ...ran } = await runLine(line, folder);
    expect(ran).toEqual({ status, stdout: '' });
    expect(stderr).toMatch(/^freecell-deals: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(before);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
  },
);

it('the built command refuses in the same way', () => {
  expect(run(['generate', '0'], temporaryFolder())).toEqual({
    status: 2,
    stdout: Buffer.alloc(0),
    stderr: 'freecell-deals: deal number 0 is outside 1..8589934591\n',
  });
});
