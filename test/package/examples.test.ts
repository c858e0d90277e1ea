// Installs the packed package in an empty folder, on every Node that it supports, and runs the code of README and commands
// that use the examples.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { fetchNode } from '../support/node.js';
import { addDuckDb, blocksOf, pack, Workplace } from '../support/readme.js';

const NODES = ['20.19', 22, 24, 26] as const;

const folder = temporaryFolder(afterAll);
const programs = join(folder, 'programs');
let tarball: string;

beforeAll(() => {
  ({ tarball } = pack(folder));
  addDuckDb(programs);
});

for (const version of NODES) {
  const node = fetchNode(version);
  describe.skipIf(node === undefined && !process.env.CI)(`on Node ${version}`, () => {
    let workplace: Workplace;
    const read = (path: string) =>
      readFileSync(join(workplace.folder, 'node_modules/freecell-deals', path), 'utf8');

    beforeAll(() => {
      workplace = Workplace.installed(join(folder, String(version)), tarball, {
        node: dirname(node as string),
        programs,
      });
      expect(workplace.expectSuccess('node --version')).toContain(`v${version}.`);
    });

    it('the code of README runs', () => {
      workplace.expectSuccess('mkdir code && npx freecell-deals generate 1..1000 -q -o code/deals.bin');
      for (const code of blocksOf(read('README.md'), 'ts'))
        workplace.expectSuccess(`cd code && node --input-type=module <<'END'\n${code}\nEND`);
    });

    // the commands of docs/solvers.md that need no other one; test/examples/pages.test.ts types all of them
    it.each([
      ['docs/solvers.md', /^## Any.*^(?=## Freecell Solver in bulk)/ms],
      ['docs/databases.md', /^\0/],
    ])('%s shows what its commands print', (page, leftOut) => {
      const examples = 'node_modules/freecell-deals/examples';
      expect(workplace.follow(read(page).replace(leftOut, ''), examples)).toBeGreaterThan(
        page === 'docs/solvers.md' ? 0 : 1,
      );
    });
  });
}
