import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { knownCells } from '../../src/selection/load-known-cells.js';
import { GAME_1, GAME_617 } from '../support/boards.js';
import { runShell, start, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';
import { peer } from '../support/peer.js';

describe('the command', () => {
  it.each<[string[], string]>([
    [['1'], GAME_1],
    [['617', '--style', 'unicode'], showDeal(617, 'unicode')],
  ])('prints the board of deal %j', async (args, board) => {
    const shown = await runMain(['show', ...args], temporaryFolder());
    expect(shown).toEqual({ status: 0, stdout: Buffer.from(board), stderr: '' });
  });

  it.each([
    ['text', 'text'],
    ['json', 'ndjson'],
  ])('shows several deals as %s just as generate -f %s does', async (style, format) => {
    const folder = temporaryFolder();
    const deals = '4294967290..4294967300,617,1..3000,40000..43000';
    const shown = (await runMain(['show', deals, '-s', style], folder)).stdout.toString();
    const generated = (await runMain(['generate', deals, '-f', format, '-o', '-'], folder)).stdout.toString();
    expect(shown.replace(/,"(cells|atLeast|atMost)":\d/g, '') === generated).toBe(true);
  });

  it.each([
    [164, 0],
    [617, 4],
    [11982, 5],
  ])('says in JSON how many cells deal %d needs', async (n, cells) => {
    const shown = JSON.parse(
      (await runMain(['show', String(n), '-s', 'json'], temporaryFolder())).stdout.toString(),
    );
    expect(shown).toEqual({ deal: n, cards: shown.cards, cells });
  });

  // a terminal is made by script(1); its line ends are CR LF
  peer('script')('shows suits and colours only on a UTF-8 terminal', () => {
    const folder = temporaryFolder();
    const onTerminal = (environment: string, args = '') =>
      runShell(
        `env -u NO_COLOR -u LC_ALL -u LC_CTYPE TERM=xterm ${environment} script -qec "'$0' '$1' show 617 ${args}" /dev/null < /dev/null`,
        folder,
      )
        .stdout.toString()
        .replaceAll('\r', '');
    expect(onTerminal('LANG=C.UTF-8')).toBe(showDeal(617, 'unicode', { color: true }));
    expect(onTerminal('LANG=C.UTF-8 NO_COLOR=1')).toBe(showDeal(617, 'unicode'));
    expect(onTerminal('LANG=C.UTF-8 TERM=dumb')).toBe(showDeal(617, 'unicode'));
    expect(onTerminal('LANG=C')).toBe(GAME_617);
    expect(onTerminal('LANG=C', '-s unicode')).toBe(showDeal(617, 'unicode', { color: true }));
    // a file is none
    onTerminal('LANG=C.UTF-8', '-o board.txt');
    expect(readFileSync(join(folder, 'board.txt'), 'utf8')).toBe(GAME_617);
  });

  it('takes the style from the file extension', async () => {
    const folder = temporaryFolder();
    for (const [file, style] of [
      ['board.svg', 'svg'],
      ['BOARD2.SVG', 'svg'],
      ['board.json', 'json'],
      ['board.ndjson', 'json'],
      ['board.txt', 'ascii'],
      ['board', 'ascii'],
    ] as const) {
      expect(await runMain(['show', '617', '-o', file], folder)).toMatchObject({ status: 0, stderr: '' });
      expect(readFileSync(join(folder, file), 'utf8')).toBe(
        showDeal(617, style, { knownCells: knownCells() }),
      );
    }
    expect((await runMain(['show', '617', '-s', 'text', '-o', 'b.svg'], folder)).status).toBe(0);
    expect(readFileSync(join(folder, 'b.svg'), 'utf8')).toBe(showDeal(617, 'text'));
  });

  it('replaces a file only with --force', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.svg'), `mine${' '.repeat(20000)}`);
    const refused = await runMain(['show', '617', '-o', 'a.svg'], folder);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toBe(
      'freecell-deals: cannot write a.svg: it exists already; use --force to replace it, or name another file\n',
    );
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toMatch(/^mine/);
    expect((await runMain(['show', '617', '-o', 'a.svg', '--force'], folder)).status).toBe(0);
    expect(readFileSync(join(folder, 'a.svg'), 'utf8')).toBe(showDeal(617, 'svg'));
    expect((await runMain(['show', '617', '-o', '/dev/null'], folder)).status).toBe(0);
  });

  it('leaves no file if it is stopped by SIGINT', async () => {
    const folder = temporaryFolder();
    const child = start(['show', '1..8589934591', '-o', 'a.txt'], folder);
    const ended = once(child, 'exit');
    while (!readdirSync(folder).includes('a.txt.partial')) await sleep(5);
    child.kill('SIGINT');
    child.kill('SIGINT'); // as some send it: to the process, and to its group
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('streams any range in little memory, and ends with status 0 if the reader closes the pipe', () => {
    const line =
      '"$0" --max-old-space-size=64 "$1" show 1..8589934591 | head -400000 | tail -1; exit $PIPESTATUS';
    const { status, stdout, stderr } = runShell(line, temporaryFolder());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    // nine lines a board: the 400,000th is the fourth of deal 44,445, of which the heading is the first
    expect(stdout.toString()).toBe(`${showDeal(44445).split('\n')[2]}\n`);
  });
});
