import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { measure } from '../../bench/measure.js';

vi.mock('../../bench/results.js', async (original) => ({
  ...(await original<object>()),
  ROOT: process.cwd(),
}));
vi.mock('node:fs', async (original) => ({ ...(await original<object>()), writeFileSync: vi.fn() }));

it('bench/report.ts draws speed.svg and writes full.md again out of full.json', async () => {
  await import('../../bench/report.js');
  const { calls } = vi.mocked(writeFileSync).mock;
  expect(calls.map(([path]) => String(path).replace(/.*\//, ''))).toEqual(['speed.svg', 'full.md']);
  for (const [path, text] of calls) expect(text).toBe(readFileSync(path as string, 'utf8'));
});

it('bench/measure.ts lets contestants take turns, of which the first does not count', () => {
  vi.spyOn(console, 'log').mockReturnValue();
  const turns: string[] = [];
  const contestant = (name: string) => ({
    name,
    command: `run ${name}`,
    run: () => 97 + turns.push(name),
  });
  const group = measure(3, 'title', 's', 7, [contestant('a'), undefined, contestant('b')]);
  expect({ ...group, turns }).toEqual({
    title: 'title',
    unit: 's',
    deals: 7,
    contestants: [
      { name: 'a', command: 'run a', times: [100, 102, 104] },
      { name: 'b', command: 'run b', times: [101, 103, 105] },
    ],
    turns: [...'abababab'],
  });
  expect(vi.mocked(console.log).mock.lastCall?.[0]).toMatch(/^ {2}b +103 +101 +105 s$/);
});
