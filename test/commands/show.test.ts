import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type StyleName, showDeal } from '../../src/board/show.js';
import { winnableDealOfDay } from '../../src/browser/internal.js';
import { knownCells } from '../../src/selection/facts.js';
import { runShell, stopWhen, temporaryFolder, until } from '../support/command.js';
import { GAME_617, rowsIn } from '../support/golden.js';
import { runLine } from '../support/main.js';
import { peer } from '../support/peer.js';

// a terminal is made by script(1); its line ends are CR LF
peer('script')('show prints suits and colours only on a UTF-8 terminal', () => {
  const folder = temporaryFolder();
  const onTerminal = (environment: string, args = '') =>
    runShell(
      `env -u NO_COLOR -u LC_ALL -u LC_CTYPE TERM=xterm ${environment} script -qec "'$0' '$1' show 617 ${args}" /dev/null < /dev/null`,
      folder,
    )
      .stdout.toString()
      .replaceAll('\r', '');
  const colored = showDeal(617, 'unicode', { color: true });
  expect(onTerminal('LANG=C.UTF-8')).toBe(colored);
  expect(onTerminal('LANG=C.UTF-8 NO_COLOR=1')).toBe(showDeal(617, 'unicode'));
  expect(onTerminal('LANG=C.UTF-8 TERM=dumb')).toBe(showDeal(617, 'unicode'));
  expect(onTerminal('LANG=C')).toBe(GAME_617);
  expect(onTerminal('LANG=C', '-s unicode')).toBe(colored);
  // a file is none
  onTerminal('LANG=C.UTF-8', '-o board.txt');
  expect(readFileSync(join(folder, 'board.txt'), 'utf8')).toBe(GAME_617);
});

const FILES = rowsIn<[file: string, style: StyleName, flags: string]>('drawn-files.txt');

it.each(FILES)('show -o %s writes the style %s%s', async (file, style, flags) => {
  const folder = temporaryFolder();
  expect(await runLine(`show 617${flags} -o ${file}`, folder)).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, file), 'utf8')).toBe(showDeal(617, style, { knownCells: knownCells() }));
});

it('show leaves no file if it is stopped by SIGINT', async () => {
  const folder = temporaryFolder();
  const begun = () => until(() => existsSync(join(folder, 'a.txt.partial')));
  const { status } = await stopWhen(begun, ['show', '1..8589934591', '-o', 'a.txt'], folder);
  expect({ status, names: readdirSync(folder) }).toEqual({ status: 130, names: [] });
});

it('show streams any range in little memory, and ends with status 0 if the reader closes the pipe', () => {
  const line =
    '"$0" --max-old-space-size=64 "$1" show 1..8589934591 | head -400000 | tail -1; exit $PIPESTATUS';
  // nine lines a board: the 400,000th is the fourth of deal 44,445, of which the heading is the first
  const stdout = Buffer.from(`${showDeal(44445).split('\n')[2]}\n`);
  expect(runShell(line, temporaryFolder())).toEqual({ status: 0, stdout, stderr: '' });
});

async function printed(line: string): Promise<string> {
  const { status, stdout, stderr } = await runLine(line, temporaryFolder());
  expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: '' });
  return stdout;
}

it('show today shows the deal whose seed is the date, as the page does', async () => {
  onTestFinished(() => void vi.useRealTimers().unstubAllEnvs());
  vi.stubEnv('TZ', 'Pacific/Honolulu'); // where the day ends ten hours after that of UTC
  // floor(i / count * count) is i - 1 for the index i of this day's deal
  vi.useFakeTimers({ now: new Date(2027, 8, 3, 23, 59), toFake: ['Date'] });
  const shown = await printed('show Today');
  expect(shown).toBe(await printed('show random --seed 20270903'));
  expect(shown).toContain(`Game #${winnableDealOfDay(20270903)}\n`);
});

it('show random --seed shows the deal of the sample with this seed, in every style', async () => {
  const sample = 'generate --winnable -q -f numbers -o - --seed 20261123 --sample';
  const n = Number(await printed(`${sample} 1`));
  const random = 'show random --seed 2026-11-23';
  expect(await printed(random)).toBe(`Game #${n}\n${showDeal(n)}`);
  const hard = Number(await printed(`${sample} 999992 --where cells=4 --limit 1`));
  const shown = await printed('show random --seed 20261123 --where cells=4');
  expect(shown).toBe(`Game #${hard}\n${showDeal(hard)}`);
  for (const style of ['text', 'json', 'svg'] as const)
    expect(await printed(`${random} -s ${style}`)).toBe(showDeal(n, style, { knownCells: knownCells() }));
});
