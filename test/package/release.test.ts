// npm run check:release: only steps that need the publisher are left.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Faults that only the publisher can mend. */
const LEFT = /^package\.json names no repository/;

/** Runs test/tools/release.mjs in a folder; returns the faults that it prints. */
function check(folder: string) {
  const options = { cwd: folder, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/tools/release.mjs'], options);
  return { status, stdout, faults: stderr.split('\n').filter(Boolean) };
}

it('says that the package can be published, or counts faults that only the publisher can mend', () => {
  const { status, stdout, faults } = check(ROOT);
  expect(faults.filter((fault) => !LEFT.test(fault))).toEqual([]);
  expect(stdout).toMatch(faults.length === 0 ? /can be published/ : `${faults.length} still to be done`);
  expect(status).toBe(faults.length === 0 ? 0 : 1);
});

it('names the lines to complete before the package is published, once package.json names a repository', () => {
  const folder = temporaryFolder();
  for (const name of readdirSync(ROOT).filter((name) => name !== 'package.json'))
    symlinkSync(join(ROOT, name), join(folder, name));
  const described = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const url = 'git+https://example.org/freecell-deals.git';
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...described, repository: { type: 'git', url } }),
  );
  const { faults } = check(folder);
  expect(faults).toContainEqual(
    expect.stringMatching(
      /^README\.md:\d+, \.github\/CONTRIBUTING\.md:\d+, docs\/SECURITY\.md:\d+: .*example\.org/,
    ),
  );
  expect(faults).not.toContainEqual(expect.stringMatching(/^package\.json names no repository/));
});
