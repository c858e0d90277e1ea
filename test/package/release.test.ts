// npm run check:release: nothing but what only the publisher can do is left.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The repository's address, a registry that can be asked, and between two releases the changes to come. */
const LEFT =
  /^(package\.json names no repository|npm audit: .*endpoint|CHANGELOG\.md begins with Unreleased)/;

it('can be published, but for what only the publisher can do', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['release.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const faults = stderr.split('\n').filter(Boolean);
  expect(faults.filter((fault) => !LEFT.test(fault))).toEqual([]);
  expect(stdout).toMatch(faults.length === 0 ? /can be published/ : `${faults.length} still to be done`);
  expect(status).toBe(faults.length === 0 ? 0 : 1);
});
