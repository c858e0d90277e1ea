import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showDeal, showDeals } from '../../src/board/show.js';
import { CARDS, FIRST_HIGH_DEAL, FIRST_WIDE_DEAL, LAST_DEAL } from '../../src/game/constants.js';
import { run, runShell, start, temporaryFolder } from '../support/command.js';
import { boardsOf, peer } from '../support/peer.js';

// Rosetta Code, "Deal cards for FreeCell"
const GAME_1 = `JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H
`;
const GAME_617 = `7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H
`;

describe('showDeal', () => {
  it('shows the published boards to the character', () => {
    expect(showDeal(1)).toBe(GAME_1);
    expect(showDeal(617, 'ascii')).toBe(GAME_617);
  });

  it('shows suits', () => {
    const [first] = showDeal(1, 'unicode').split('\n');
    expect(first).toBe('J♦ 2♦ 9♥ J♣ 5♦ 7♥ 7♣ 5♥');
    expect(showDeal(617, 'unicode').replace(/./gu, (c) => 'CDHS'['♣♦♥♠'.indexOf(c)] ?? c)).toBe(GAME_617);
  });

  it('shows playing-card characters, of which the knights are left out', () => {
    const rows = showDeal(617, 'cards').trim().split('\n');
    expect(rows[0]).toBe('\u{1f0c7} \u{1f0c1} \u{1f0d5} \u{1f0a3} \u{1f0a5} \u{1f0d8} \u{1f0c2} \u{1f0b1}');
    expect(rows[6]).toBe('\u{1f0cb} \u{1f0ae} \u{1f0de} \u{1f0b4}'); // JD KS KC 4H
    expect(rows[1]?.split(' ')[2]).toBe('\u{1f0cd}'); // QD
    const characters = rows.join(' ').split(' ');
    const expected = [0x1f0a0, 0x1f0b0, 0x1f0c0, 0x1f0d0].flatMap((block) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14].map((rank) => String.fromCodePoint(block + rank)),
    );
    expect(characters.sort()).toEqual(expected.sort());
  });

  it.each(['unicode', 'cards'] as const)('colours the red suits alone in %s', (style) => {
    const coloured = showDeal(617, style, { isColoured: true });
    const red = coloured.match(/\p{Cc}\[31m\P{Cc}+\p{Cc}\[39m/gu) ?? [];
    expect(red.length).toBe(26);
    expect(red.every((card) => /[♦♥\u{1f0b1}-\u{1f0ce}]/u.test(card))).toBe(true);
    expect(coloured.replace(/\p{Cc}\[\d+m/gu, '')).toBe(showDeal(617, style));
  });

  it('colours no other style', () => {
    for (const style of ['ascii', 'text', 'json', 'svg'] as const) {
      expect(showDeal(617, style, { isColoured: true })).toBe(showDeal(617, style));
    }
  });

  it('shows a line of JSON and what solvers read', () => {
    expect(JSON.parse(showDeal(LAST_DEAL, 'json')).deal).toBe(LAST_DEAL);
    expect(showDeal(617, 'json')).toMatch(/^\{"deal":617,"cards":\["7D","AD",.*"4H"\],"cells":4\}\n$/);
    expect(showDeal(617, 'text').split('\n').slice(0, 2)).toEqual([
      '7D TD TH KD 4C 4S JD',
      'AD 7S QC 5H QS TS KS',
    ]);
  });

  it('refuses what is no deal and no style', () => {
    expect(() => showDeal(0)).toThrow('deal number 0 is outside 1..8589934591');
    expect(() => showDeal(617, 'html' as 'svg')).toThrow(
      "unknown style 'html'; expected one of ascii, unicode, cards, text, json, svg",
    );
  });

  peer('make-microsoft-freecell-board')('shows text as Freecell Solver does', (program) => {
    const regimes = [
      fc.integer({ min: 1, max: FIRST_HIGH_DEAL - 1 }),
      fc.integer({ min: FIRST_HIGH_DEAL, max: FIRST_WIDE_DEAL - 1 }),
      fc.integer({ min: FIRST_WIDE_DEAL, max: LAST_DEAL }),
    ];
    const numbers = regimes.flatMap((regime) => fc.sample(regime, 50));
    for (const [i, board] of boardsOf(program, numbers).entries()) {
      if (showDeal(numbers[i] as number, 'text') !== board) expect.fail(`deal ${numbers[i]}`);
    }
  });
});

describe('a drawing', () => {
  const drawing = showDeal(617, 'svg');
  const count = (pattern: RegExp) => drawing.match(pattern)?.length;

  it('is 800 wide, has a title, and tells its board', () => {
    expect(drawing).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 800 \d+" width="800" /,
    );
    expect(drawing).toContain('<title>FreeCell deal 617</title>');
    expect(drawing).toContain(`<desc>\n${GAME_617}</desc>`);
  });

  it('holds 52 cards with their ranks, suits and colours, in their places', () => {
    expect(count(/href="#fc-card"/g)).toBe(CARDS);
    expect(count(/<g fill="#c8102e"/g)).toBe(26);
    expect(count(/>10<\/text>/g)).toBe(4);
    const card =
      /<g fill="(.)\S+" transform="translate\((\d+) (\d+)\)">.*?<text[^>]*>(\w+)<.*?href="#fc-(\w)"/g;
    const drawn = Array.from(drawing.matchAll(card), ([, , x, y, rank, suit]) => ({
      place: [(Number(x) - 22) / 96, (Number(y) - 50) / 40],
      name: `${rank?.replace('10', 'T')}${suit}`,
    }));
    expect(drawn).toEqual(
      GAME_617.trim()
        .split(/\s/)
        .map((name, i) => ({ place: [i % 8, Math.floor(i / 8)], name })),
    );
  });

  it('needs nothing else: every reference is to something in it', () => {
    const ids = new Set(Array.from(drawing.matchAll(/id="([^"]+)"/g), ([, id]) => id));
    for (const [, id] of drawing.matchAll(/(?:href="|url\()#([\w-]+)/g)) expect(ids.has(id)).toBe(true);
    expect(drawing.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<image|<script|@import/);
  });
});

describe('showDeals', () => {
  it('heads each of several boards, with an empty line between', () => {
    expect([...showDeals('1,617')].join('')).toBe(`Game #1\n${GAME_1}\nGame #617\n${GAME_617}`);
    expect([...showDeals('617')].join('')).toBe(GAME_617);
  });

  it('draws one deal at a time, and says so before it begins', () => {
    expect([...showDeals(617, 'svg')]).toEqual([showDeal(617, 'svg')]);
    expect(() => showDeals('1..3', 'svg')).toThrow("style 'svg' draws one deal and 3 are asked for");
  });

  it('makes each board when it is asked for', () => {
    expect(showDeals('1..8589934591').next().value).toBe(`Game #1\n${GAME_1}`);
  });
});

describe('the command', () => {
  it('shows the published boards on a pipe', () => {
    expect(run(['show', '617'], temporaryFolder())).toMatchObject({ status: 0, stderr: '' });
    expect(run(['show', '1'], temporaryFolder()).stdout.toString()).toBe(GAME_1);
    expect(run(['show', '617', '--style', 'ascii'], temporaryFolder()).stdout.toString()).toBe(GAME_617);
    expect(run(['show', '617', '--style', 'unicode'], temporaryFolder()).stdout.toString()).toBe(
      showDeal(617, 'unicode'),
    );
  });

  it.each([
    ['text', 'text'],
    ['json', 'ndjson'],
  ])('shows several deals as %s just as generate -f %s does', (style, format) => {
    const folder = temporaryFolder();
    const deals = '4294967290..4294967300,617,1..3000,40000..43000';
    const shown = run(['show', deals, '-s', style], folder).stdout.toString();
    const generated = run(['generate', deals, '-f', format, '-o', '-'], folder).stdout.toString();
    expect(shown.replace(/,"cells":\d/g, '') === generated).toBe(true);
  });

  // a terminal is made by script(1); its line ends are CR LF
  peer('script')('shows suits and colours on a UTF-8 terminal alone', () => {
    const folder = temporaryFolder();
    const onTerminal = (environment: string, args = '') =>
      runShell(
        `env -u NO_COLOR -u LC_ALL -u LC_CTYPE TERM=xterm ${environment} script -qec "'$0' '$1' show 617 ${args}" /dev/null < /dev/null`,
        folder,
      )
        .stdout.toString()
        .replaceAll('\r', '');
    expect(onTerminal('LANG=C.UTF-8')).toBe(showDeal(617, 'unicode', { isColoured: true }));
    expect(onTerminal('LANG=C.UTF-8 NO_COLOR=1')).toBe(showDeal(617, 'unicode'));
    expect(onTerminal('LANG=C.UTF-8 TERM=dumb')).toBe(showDeal(617, 'unicode'));
    expect(onTerminal('LANG=C')).toBe(GAME_617);
    expect(onTerminal('LANG=C', '-s unicode')).toBe(showDeal(617, 'unicode', { isColoured: true }));
    // a file is none
    onTerminal('LANG=C.UTF-8', '-o board.txt');
    expect(readFileSync(join(folder, 'board.txt'), 'utf8')).toBe(GAME_617);
    // LC_ALL comes before LC_CTYPE, which comes before LANG; an empty one counts as none
    for (const [environment, style] of [
      ['LC_ALL=C.UTF-8 LC_CTYPE=C LANG=C', 'unicode'],
      ['LC_ALL=C LC_CTYPE=C.UTF-8 LANG=C.UTF-8', 'ascii'],
      ['LC_ALL= LC_CTYPE=C.UTF-8 LANG=C', 'unicode'],
      ['LC_CTYPE=en_US.utf8 LANG=C', 'unicode'],
      ['LC_CTYPE=C LANG=C.UTF-8', 'ascii'],
      ['LC_ALL= LC_CTYPE= LANG=C.UTF-8', 'unicode'],
      ['LC_ALL= LC_CTYPE= LANG=', 'ascii'],
    ] as const) {
      expect(onTerminal(`NO_COLOR=1 ${environment}`), environment).toBe(showDeal(617, style));
    }
  });

  it('draws a second, larger suit on the eight exposed cards, and on no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LAST_DEAL }), (n) => {
        const cards = showDeal(n, 'svg').match(/<g fill="[^"]*" transform="translate[^\n]*/g) ?? [];
        expect(cards.length).toBe(CARDS);
        const exposed = cards.flatMap((card, i) => (card.includes('scale(') ? [i] : []));
        expect(exposed).toEqual([44, 45, 46, 47, 48, 49, 50, 51]);
      }),
      { numRuns: 20 },
    );
  });

  it('takes the style from the file extension', () => {
    const folder = temporaryFolder();
    for (const [file, style] of [
      ['board.svg', 'svg'],
      ['BOARD2.SVG', 'svg'],
      ['board.json', 'json'],
      ['board.ndjson', 'json'],
      ['board.txt', 'ascii'],
      ['board', 'ascii'],
    ] as const) {
      expect(run(['show', '617', '-o', file], folder)).toMatchObject({ status: 0, stderr: '' });
      expect(readFileSync(join(folder, file), 'utf8')).toBe(showDeal(617, style));
    }
    expect(run(['show', '617', '-s', 'text', '-o', 'b.svg'], folder).status).toBe(0);
    expect(readFileSync(join(folder, 'b.svg'), 'utf8')).toBe(showDeal(617, 'text'));
  });

  it('replaces a file only with --force', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.svg'), `mine${' '.repeat(20000)}`);
    const refused = run(['show', '617', '-o', 'a.svg'], folder);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toBe(
      'freecell-deals: cannot write a.svg: it exists already; use --force to replace it, or name another file\n',
    );
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(/^mine/);
    expect(run(['show', '617', '-o', 'a.svg', '--force'], folder).status).toBe(0);
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toBe(showDeal(617, 'svg'));
    expect(run(['show', '617', '-o', '/dev/null'], folder).status).toBe(0);
  });

  it.each([
    [['none/a.svg'], 'cannot write none/a.svg: its folder does not exist'],
    [['folder'], 'cannot write folder: it is a folder'],
    [['/dev/full'], 'cannot write /dev/full: no space left'],
  ])('-o %s fails with one line', ([output], message) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder'));
    const { status, stderr } = run(['show', '617', '-o', output as string], folder);
    expect(stderr).toMatch(/^freecell-deals: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual(['folder']);
  });

  it.each([
    [['0'], 'deal number 0 is outside 1..8589934591'],
    [['JD'], "'JD' is neither a deal number nor a range"],
    [[], "missing required argument 'deals'"],
    [['617', '-s', 'html'], "unknown style 'html'; expected one of ascii, unicode, cards, text, json, svg"],
    [['1..3', '-s', 'svg'], "style 'svg' draws one deal and 3 are asked for"],
    [['1..3', '-o', 'a.svg'], "style 'svg' draws one deal and 3 are asked for"],
  ])('show %j is refused', (args, message) => {
    const folder = temporaryFolder();
    const { status, stdout, stderr } = run(['show', ...args], folder);
    expect(stderr).toMatch(/^freecell-deals: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect({ status, stdout: stdout.length, files: readdirSync(folder) }).toEqual({
      status: 2,
      stdout: 0,
      files: [],
    });
  });

  it('leaves nothing when it is stopped', async () => {
    const folder = temporaryFolder();
    const child = start(['show', '1..8589934591', '-o', 'a.txt'], folder);
    const ended = once(child, 'exit');
    while (!readdirSync(folder).includes('a.txt.partial')) await sleep(5);
    child.kill('SIGINT');
    child.kill('SIGINT'); // as some send it: to the process, and to its group
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('streams any range, and ends well when the reader has enough', () => {
    const line =
      '"$0" --max-old-space-size=64 "$1" show 1..8589934591 | head -400000 | tail -1; exit $PIPESTATUS';
    const { status, stdout, stderr } = runShell(line, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    // nine lines a board: the 400,000th is the fourth of deal 44,445, of which the heading is the first
    expect(stdout.toString()).toBe(`${showDeal(44445).split('\n')[2]}\n`);
  });
});
