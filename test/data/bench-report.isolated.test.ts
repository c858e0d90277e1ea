import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';

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
