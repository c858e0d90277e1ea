import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/command.js';

it('bench/report.ts draws speed.svg and writes full.md again out of full.json, and adds nodes.json', async () => {
  const ROOT = temporaryFolder();
  const folder = join(ROOT, 'bench/results');
  cpSync('bench/results/full.json', join(folder, 'full.json'));
  vi.doMock('../../bench/results.js', async (original) => ({ ...(await original<object>()), ROOT }));
  await import('../../bench/report.js');
  expect(readdirSync(folder)).toEqual(['full.json', 'full.md', 'speed.svg']);
  const textOf = (name: string, of = folder) => readFileSync(join(of, name), 'utf8');
  for (const name of ['speed.svg', 'full.md']) expect(textOf(name)).toBe(textOf(name, 'bench/results'));

  const [results, own] = [JSON.parse(textOf('full.json')), textOf('full.md')];
  writeFileSync(join(folder, 'nodes.json'), JSON.stringify({ ...results, date: '1999-12-31' }));
  vi.resetModules();
  await import('../../bench/report.js');
  const [before, others] = textOf('full.md').split('\n\n# Results of npm run bench -- --nodes ...\n');
  expect(before).toBe(own);
  const [, tables] = own.split('full.json.\n');
  const wanted = tables
    ?.replace(results.date, '1999-12-31')
    .replace(`Node ${results.node},`, 'Node of each table,');
  expect(others).toBe(`\nEvery time and every command is in nodes.json.\n${wanted}`);
});
