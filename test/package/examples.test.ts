// Installs the packed package in an empty folder, on every Node that it supports, and runs the commands and the code of README
// and of the examples.

import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { fetchNode } from '../support/node.js';
import { blocksOf, pack, Workplace } from '../support/readme.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODES = ['20.19', 22, 24, 26] as const;

/** A duckdb command that uses DuckDB's library; Debian has no such package. */
const DUCKDB = join(ROOT, 'test/support/duckdb.cjs');

const folder = temporaryFolder(afterAll);
const programs = join(folder, 'programs');
let tarball: string;

beforeAll(() => {
  ({ tarball } = pack(folder));
  mkdirSync(programs);
  if (!existsSync(join(ROOT, 'examples/sql/node_modules')))
    return console.error('no commands of duckdb without npm install --prefix examples/sql');
  symlinkSync(DUCKDB, join(programs, 'duckdb'));
});

for (const version of NODES) {
  const node = fetchNode(version);
  describe.skipIf(node === undefined && !process.env.CI)(`on Node ${version}`, () => {
    let workplace: Workplace;
    const read = (path: string) =>
      readFileSync(join(workplace.folder, 'node_modules/freecell-deals', path), 'utf8');

    beforeAll(() => {
      workplace = new Workplace(join(folder, String(version)), tarball, {
        node: dirname(node as string),
        programs,
      });
      expect(workplace.expectSuccess('node --version')).toContain(`v${version}.`);
    });

    it('the commands of README run and print what README shows', () => {
      expect(workplace.follow(read('README.md'))).toBeGreaterThan(15);
    });

    it('the code of README runs', () => {
      workplace.expectSuccess('mkdir code && npx freecell-deals generate 1..1000 -q -o code/deals.bin');
      for (const code of blocksOf(read('README.md'), 'ts'))
        workplace.expectSuccess(`cd code && node --input-type=module <<'END'\n${code}\nEND`);
    });

    it('the commands of docs/command.md run and print what it shows', () => {
      expect(workplace.follow(read('docs/command.md'))).toBeGreaterThan(5);
    });

    // in this order, because sql uses files of solve
    it.each(['solve', 'python', 'sql'])('examples/%s/README.md shows what its commands print', (example) => {
      workplace.expectSuccess('rm -f deals.bin deals.parquet');
      expect(workplace.follow(read(`examples/${example}/README.md`))).toBeGreaterThan(1);
    });

    it('examples/slurm/submit says that Slurm is missing', () => {
      const submit = 'node_modules/freecell-deals/examples/slurm/submit';
      const { status, stderr } = workplace.run(`bash=$(command -v bash); PATH= $bash ${submit} run 1..32000`);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          'submit: sbatch is not installed; run it on a node of a Slurm cluster, or see "Without Slurm" in README.md\n',
      });
    });

    it('examples/solve/solve --help prints the usage', () => {
      const solve = 'node_modules/freecell-deals/examples/solve/solve';
      expect(workplace.expectSuccess(`${solve} --help`)).toMatch(/^usage: solve RESULTS\.ndjson DEALS/);
    });
  });
}
