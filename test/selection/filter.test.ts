// Filters: the examples, what a filter gets, and every way in which a filter can be wrong.

import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cardName } from '../../src/game/cards.js';
import { dealCards } from '../../src/game/deal.js';
import { countDeals, type DealView, FilterError, generate, InputError } from '../../src/index.js';
import { checkSame } from '../support/bytes.js';
import { run, runShell, start, temporaryFolder } from '../support/command.js';
import { binaryHeader, expectedOf, records } from '../support/engines.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/filters', import.meta.url));

/** A folder with a module in it. */
function withFilter(source: string, name = 'filter.mjs'): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), source);
  return folder;
}

describe('the examples', () => {
  it('count the known numbers of deals', async () => {
    const counted = run(
      ['generate', '--filter', join(EXAMPLES, 'aces-in-first-row.mjs'), '--count'],
      EXAMPLES,
    );
    expect(counted).toMatchObject({ status: 0, stdout: Buffer.from('262\n'), stderr: '' });
    expect(await countDeals({ filter: join(EXAMPLES, 'aces-exposed.mjs') })).toBe(259);
  });

  it('write the deals that they keep', () => {
    const folder = temporaryFolder();
    const filter = join(EXAMPLES, 'aces-exposed.mjs');
    const { stdout, stderr } = run(
      ['generate', '1..8700', '--filter', filter, '-f', 'ndjson', '-o', '-'],
      folder,
    );
    const lines = stdout.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).deal)).toEqual([1775, 5869, 8685]);
    expect(stderr).toMatch(/^standard output: 3 of 8,700 deals, 852 bytes in /);
  });
});

describe('a filter', () => {
  it('sees number, cards, names, columns and positions of every deal', () => {
    const folder = withFilter(`
      import { appendFileSync } from 'node:fs';
      export default (deal) => {
        const { number } = deal;
        const cards = [...deal.cards];
        const names = cards.map((_, i) => deal.name(i));
        const columns = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [...deal.column(c)]);
        const places = cards.map((card, i) => [deal.position(card), deal.position(names[i])]);
        const above = cards.map((card, i) => [deal.above(card), deal.above(names[i])]);
        appendFileSync('seen', JSON.stringify({ number, cards, names, columns, places, above }) + '\\n');
        return number % 2 === 0;
      };`);
    const deals = '616..618,4294967296,2147483648';
    expect(run(['generate', deals, '--filter', 'filter.mjs', '--count'], folder).stdout.toString()).toBe(
      '4\n',
    );
    const seen = readFileSync(join(folder, 'seen'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(seen.map(({ number }) => number)).toEqual([616, 617, 618, 4294967296, 2147483648]);
    for (const { number, cards, names, columns, places, above } of seen) {
      const dealt = Array.from(dealCards(number));
      expect(cards).toEqual(dealt);
      expect(names).toEqual(dealt.map(cardName));
      expect(columns).toEqual(Array.from({ length: 8 }, (_, c) => dealt.filter((_, i) => i % 8 === c)));
      expect(places).toEqual(dealt.map((_, i) => [i, i]));
      const lying = (i: number) => dealt.filter((_, k) => k > i && k % 8 === i % 8).length;
      expect(above).toEqual(dealt.map((_, i) => [lying(i), lying(i)]));
    }
  });

  const FILE = '"$0" "$1" generate DEALS FLAGS -o a --force && cat a';
  const PIPE = '"$0" "$1" generate DEALS FLAGS -o - | cat';
  const LIST = 'seq FIRST LAST | "$0" "$1" generate --deals-from - FLAGS -o - | cat';

  // any number of threads in every format is what threads/any-threads is about
  it.each([
    [
      'bin',
      records.numbered,
      [
        [FILE, 3],
        [PIPE, 1],
      ],
    ],
    [
      'ndjson',
      records.ndjson,
      [
        [PIPE, 3],
        [LIST, 1],
      ],
    ],
    [
      'text',
      records.text,
      [
        [LIST, 3],
        [FILE, 1],
      ],
    ],
    [
      'numbers',
      records.numbers,
      [
        [FILE, 1],
        [LIST, 3],
      ],
    ],
  ] as const)('keeps the right deals in order as %s, to files and pipes', (format, record, ways) => {
    const folder = withFilter('export default ({ number, cards }) => number % 7 === 3 || cards[0] === 51;');
    const count = 41_000; // three portions
    const first = 4294967296 - count / 2;
    const last = first + count - 1;
    const kept = Array.from({ length: count }, (_, k) => first + k).filter(
      (n) => n % 7 === 3 || dealCards(n)[0] === 51,
    );
    const header = format === 'bin' ? binaryHeader(undefined, kept.length) : Buffer.alloc(0);
    const wanted = Buffer.concat([header, expectedOf(record, kept)]);
    for (const [way, threads] of ways) {
      const line = way
        .replace('DEALS', `${first}..${last}`)
        .replace('FIRST LAST', `${first} ${last}`)
        .replace('FLAGS', `--filter filter.mjs -f ${format} -t ${threads} -q`);
      const { status, stdout, stderr } = runShell(line, folder);
      expect({ status, stderr }, line).toEqual({ status: 0, stderr: '' });
      checkSame(stdout, wanted, line);
    }
  });

  it('that keeps no deal writes an empty file that can be read', () => {
    const folder = withFilter('export default () => false');
    expect(run(['generate', '1..50000', '--filter', 'filter.mjs', '-o', 'a.bin', '-q'], folder).status).toBe(
      0,
    );
    expect(run(['info', 'a.bin', '--json'], folder).stdout.toString()).toContain('"count":0');
  });

  it('may be CommonJS, and may print without damage to the output', () => {
    const folder = withFilter(
      `module.exports = (deal) => { console.log('hello'); return deal.number === 5; };`,
      'filter.cjs',
    );
    const { status, stdout, stderr } = run(
      ['generate', '1..9', '--filter', 'filter.cjs', '-f', 'text', '-o', '-'],
      folder,
    );
    expect(status).toBe(0);
    checkSame(stdout, expectedOf(records.text, [5]));
    expect(stderr).toContain('hello');
  });

  it('that never returns can be stopped by a signal', async () => {
    const folder = withFilter(`
      import { writeFileSync } from 'node:fs';
      export default () => { writeFileSync('begun', ''); for (;;); }`);
    const child = start(['generate', '--filter', './filter.mjs', '-o', 'a.bin'], folder);
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = child.stderr.toArray();
    const ended = once(child, 'exit');
    await vi.waitFor(() => expect(readdirSync(folder)).toContain('begun'), { timeout: 30_000, interval: 10 });
    child.kill('SIGINT');
    const [code, signal] = await ended;
    expect(code ?? signal).toBe('SIGINT'); // the run cannot end by itself, so it is ended
    expect(String(await said)).toMatch(/^freecell-deals: stopped by SIGINT[^\n]*\n$/);
  });
});

describe('what a filter prints', () => {
  it('goes to standard error and not into the output, in any way that a filter can print', () => {
    const folder = withFilter(`
      import output, { log } from 'node:console';
      import { stdout } from 'node:process';
      const ways = [
        () => console.log('the global console'),
        () => output.log("node:console's default export"),
        () => log("node:console's functions"),
        () => process.stdout.write('process.stdout\\n'),
        () => stdout.write("node:process's stdout\\n"),
      ];
      export default ({ number }) => { ways[number - 3]?.(); return number < 10; };`);
    const args = ['generate', '1..1000', '--filter', './filter.mjs', '-f', 'text', '-o', '-', '-q'];
    const { status, stdout, stderr } = run(args, folder);
    expect(stderr).toBe(
      "the global console\nnode:console's default export\nnode:console's functions\nprocess.stdout\nnode:process's stdout\n",
    );
    expect(status).toBe(0);
    checkSame(stdout, expectedOf(records.text, [1, 2, 3, 4, 5, 6, 7, 8, 9]));
  });
});

/** Filters that are wrong, as sources of modules: what is wrong with them, and the message. */
const WRONG: [fault: string, source: string, message: string][] = [
  [
    'throws',
    'export default ({ number }) => { if (number === 37777) throw new Error("no"); return true; }',
    'filter NAME throws at deal 37777: no',
  ],
  [
    'throws what is no error',
    'export default ({ number }) => { if (number > 37777) throw "no"; return true; }',
    'filter NAME throws at deal 37778: no',
  ],
  [
    'asks for a card that there is not',
    'export default (deal) => deal.position("1X") > 3',
    "filter NAME throws at deal 1: '1X' is not a valid card",
  ],
  [
    'asks for a column that there is not',
    'export default (deal) => deal.column(8).length > 3',
    'filter NAME throws at deal 1: there is no column 8; expected 0..7',
  ],
  [
    'returns a number',
    'export default ({ number }) => number === 40000 ? 1 : true',
    'filter NAME returns 1 for deal 40000; expected true or false',
  ],
  ['throws null', 'export default () => { throw null; }', 'filter NAME throws at deal 1: null'],
  ['returns a bigint', 'export default () => 1n', 'filter NAME returns 1n for deal 1; expected true or'],
  ['returns nothing', 'export default () => {}', 'filter NAME returns undefined for deal 1;'],
  ['is asynchronous', 'export default async () => true', 'filter NAME returns [object Promise] for deal 1'],
  ['has no default export', 'export const filter = () => true', 'filter NAME: it has no default export'],
  ['exports what is no function', 'export default 5', 'filter NAME: its default export is not a function'],
  ['cannot be parsed', 'export default (', 'filter NAME cannot be loaded: Unexpected'],
  [
    'imports what there is not',
    'import "./none.mjs"; export default () => true',
    'filter NAME cannot be loaded: Cannot find module',
  ],
  ['throws when it is loaded', 'throw new Error("early")', 'filter NAME cannot be loaded: early'],
  [
    'ends the process',
    'export default ({ number }) => number < 30000 || process.exit(3)',
    'filter NAME throws at deal 30000: it calls process.exit(3), which a filter must not',
  ],
  [
    'ends the process when it is loaded',
    'process.exit(); export default () => true',
    'filter NAME cannot be loaded: it calls process.exit()',
  ],
  [
    'kills its thread',
    'export default () => process.reallyExit(0)',
    'filter NAME: a worker thread ended before its task was done',
  ],
  [
    'replaces the cards of its deal',
    'export default (deal) => { deal.cards = null; return true; }',
    'filter NAME throws at deal 1: Cannot set property cards',
  ],
];

describe('a filter that is wrong', () => {
  it.each(WRONG)(
    'rejects with a FilterError, and nothing is left behind: it %s',
    async (_, source, message) => {
      const folder = withFilter(source);
      const filter = join(folder, 'filter.mjs');
      const options = { deals: '1..41000', filter, output: join(folder, 'a.bin'), threads: 1 };
      const failure = await generate(options).catch((error) => error);
      expect(failure).toBeInstanceOf(FilterError);
      expect(failure.message).toContain(message.replace('NAME', filter));
      expect(readdirSync(folder)).toEqual(['filter.mjs']);
    },
  );

  const shown = ['throws', 'throws null', 'cannot be parsed', 'ends the process', 'kills its thread'];

  it.each(WRONG.filter(([fault]) => shown.includes(fault)))(
    'ends the command with status 1 and one line: it %s',
    (_, source, message) => {
      const folder = withFilter(source);
      const { status, stderr } = run(
        ['generate', '1..50000', '--filter', './filter.mjs', '-o', 'a.bin'],
        folder,
      );
      expect(stderr).toContain(`freecell-deals: ${message.replace('NAME', './filter.mjs')}`);
      expect(stderr).toMatch(/^[^\n]*\n$/);
      expect(status).toBe(1);
      expect(readdirSync(folder)).toEqual(['filter.mjs']);
    },
  );

  it('is refused if it is missing', () => {
    const { status, stderr } = run(['generate', '--filter', 'none.mjs', '-o', 'a.bin'], temporaryFolder());
    expect(stderr).toBe('freecell-deals: cannot read none.mjs: there is no such file; check the path\n');
    expect(status).toBe(1);
  });
});

it.each([
  'd.number > 3',
  'function (d) { return d.number > 3 }',
  'deal.above("AS") / 2 > 1',
  'd.number > 3 || '.repeat(400),
])('a filter that is not an arrow function is refused with advice: %s', async (filter) => {
  const wrong = countDeals({ deals: '1..10', filter });
  await expect(wrong).rejects.toThrow(InputError);
  await expect(wrong).rejects.toThrow(/is neither an arrow function nor a module; write deal => /);
});

it.skipIf(process.platform === 'win32')(
  'a FIFO is refused as a filter, without waiting for its writer',
  () => {
    const folder = temporaryFolder();
    runShell('mkfifo filter.mjs', folder);
    const { status, stderr } = run(['generate', '1..9', '--filter', 'filter.mjs', '--count'], folder);
    expect(stderr).toBe('freecell-deals: cannot read filter.mjs: it is a FIFO; expected a file\n');
    expect(status).toBe(1);
  },
);

/** Filters whose failure runs their own code once more when it is looked at: what they do, and the rest of the message. */
const ODD: [fault: string, source: string, message: string][] = [
  ['throws a proxy', 'throw new Proxy({}, { get() { throw 1 } })', 'throws at deal 1: [object Object]'],
  ['throws a revoked proxy', 'throw revoked({})', 'throws at deal 1: [object Object]'],
  ['throws nothing', 'throw undefined', 'throws at deal 1: undefined'],
  ['throws a getter', 'throw { get message() { throw 3 } }', 'throws at deal 1: [object Object]'],
  ['throws what has no text', 'throw { message: Symbol() }', 'throws at deal 1: [object Object]'],
  ['throws an error without a text', 'throw new TypeError()', 'throws at deal 1: [object Error]'],
  ['returns a proxy', 'return new Proxy({}, { get() { throw 2 } })', 'returns [object Object] for deal 1'],
  ['returns a revoked proxy', 'return revoked([])', 'returns [object Object] for deal 1'],
  ['returns a revoked function', 'return revoked(() => 1)', 'returns a function for deal 1'],
  [
    'returns what cannot be inspected',
    'return { [Symbol.for("nodejs.util.inspect.custom")]() { throw 4 } }',
    'returns [object Object] for deal 1',
  ],
  [
    'returns what has no tag',
    'return { get [Symbol.toStringTag]() { throw 5 } }',
    'returns [object Object] for deal 1',
  ],
  [
    'takes the prototype from its deal',
    'Object.setPrototypeOf(deal, null)',
    'throws at deal 1: #<ReusableDealView> is not extensible',
  ],
  ['deletes a property of its deal', 'delete deal.number', 'throws at deal 1: Cannot delete property'],
  [
    'fixes a property of its deal',
    'Object.defineProperty(deal, "number", { writable: false }); return true',
    'throws at deal 2: Cannot assign to read only property',
  ],
  [
    'changes the methods of all deals',
    'Object.getPrototypeOf(deal).show = null; return true',
    'throws at deal 2: ',
  ],
];

const REVOKED =
  'const revoked = (it) => { const { proxy, revoke } = Proxy.revocable(it, {}); revoke(); return proxy; };';

describe('an error names the filter and the deal if the filter', () => {
  it.each(ODD)('%s', async (_, body, message) => {
    const filter = join(withFilter(`${REVOKED} export default (deal) => { ${body} }`), 'filter.mjs');
    const failure = await countDeals({ deals: '1..3', filter, threads: 1 }).catch((error) => error);
    expect(failure).toBeInstanceOf(FilterError);
    expect(failure.message).toContain(`filter ${filter} ${message}`);
    expect(failure.message).not.toContain('\n');
  });

  it.each([
    ['is a revoked proxy', `${REVOKED} export default revoked(() => true)`, 'throws at deal 1: '],
    ['throws a proxy when it is loaded', 'throw new Proxy({}, { get() { throw 7 } })', 'cannot be loaded: '],
    ['is a module that is a number', 'export const then = (done) => done(5)', 'it has no default export'],
  ])('%s', async (_, source, message) => {
    const filter = join(withFilter(source), 'filter.mjs');
    const failure = await countDeals({ deals: '1..3', filter }).catch((error) => error);
    expect(failure).toBeInstanceOf(FilterError);
    expect(failure.message.replace(':', '')).toContain(`filter ${filter} ${message}`.replace(':', ''));
  });

  it('that is a function of the program is named with its deal', async () => {
    const { proxy, revoke } = Proxy.revocable(() => true, {});
    revoke();
    await expect(countDeals({ deals: '1..3', filter: proxy })).rejects.toThrow(
      'filter (a function) throws at deal 1:',
    );
  });

  it('that transfers the cards gets new ones with each deal', async () => {
    const take = ({ cards }: DealView) => structuredClone(cards, { transfer: [cards.buffer] })[0] === 0;
    const first = Array.from({ length: 500 }, (_, i) => dealCards(i + 1)[0]);
    expect(await countDeals({ deals: '1..500', filter: take })).toBe(
      first.filter((card) => card === 0).length,
    );
  });
});

describe('in the library', () => {
  it('generate and countDeals accept the same options', async () => {
    const folder = withFilter('export default ({ number }) => number % 10 === 0;');
    const asked = { deals: '1..100000', winnable: true, filter: join(folder, 'filter.mjs') };
    expect(await countDeals(asked)).toBe(10_000);
    const progress: number[] = [];
    const generated = await generate({
      ...asked,
      output: join(folder, 'a.txt'),
      onProgress: ({ dealt, deals, totalDeals, totalBytes }) => {
        progress.push(dealt);
        expect([totalDeals, totalBytes]).toEqual([99_999, undefined]);
        expect(deals).toBeLessThanOrEqual(dealt);
      },
    });
    expect(generated).toEqual({ deals: 10_000, bytes: 1_560_000, dealt: 99_999, status: 'written' });
    expect(progress.at(-1)).toBe(99_999);
    expect(await countDeals({ ...asked, sample: { count: 500, seed: 3 } })).toBeGreaterThan(20);
    writeFileSync(join(folder, 'bad.mjs'), 'export default () => 1');
    await expect(countDeals({ filter: join(folder, 'bad.mjs') })).rejects.toThrow(FilterError);
  });
});
