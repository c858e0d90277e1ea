// The package as users get it, in an empty folder, on every Node that it supports: README's commands and code, and those of
// the examples.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchNode } from '../support/node.js';
import { blocksOf, pack, Workplace } from '../support/readme.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NODES = ['20.19', 22, 24, 26] as const;

const LIBRARY = join(ROOT, 'examples/sql/node_modules/@duckdb/node-api');
/** DuckDB's program, made of its library: Debian has none. */
const DUCKDB = `#!/usr/bin/env node
const { DuckDBInstance } = require('${LIBRARY}');
const sql = require('node:fs').readFileSync(0, 'utf8');
DuckDBInstance.create(':memory:')
  .then((database) => database.connect())
  .then((connection) => connection.runAndReadAll(sql))
  .then((answer) => console.log(answer.getRows()));
`;

const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-package-'));
const programs = join(folder, 'programs');
let tarball: string;

beforeAll(() => {
  ({ tarball } = pack(folder));
  mkdirSync(programs);
  if (!existsSync(LIBRARY))
    return console.error('no commands of duckdb without npm install --prefix examples/sql');
  writeFileSync(join(programs, 'duckdb'), DUCKDB, { mode: 0o755 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

    it('runs the commands of README', () => {
      expect(workplace.follow(read('README.md'))).toBeGreaterThan(15);
    });

    it('runs the code of README', () => {
      workplace.expectSuccess('mkdir code && npx freecell-deals generate 1..1000 -q -o code/deals.bin');
      for (const code of blocksOf(read('README.md'), 'ts'))
        workplace.expectSuccess(`cd code && node --input-type=module <<'END'\n${code}\nEND`);
    });

    it('runs the commands of docs/command.md', () => {
      expect(workplace.follow(read('docs/command.md'))).toBe(2);
    });

    // in the order in which one's files are another's
    it.each(['solve', 'python', 'sql'])('runs the commands of examples/%s/README.md', (example) => {
      workplace.expectSuccess('rm -f deals.bin deals.parquet');
      expect(workplace.follow(read(`examples/${example}/README.md`))).toBeGreaterThan(1);
    });

    it('says what is the matter with examples/slurm where there is no Slurm', () => {
      const submit = 'node_modules/freecell-deals/examples/slurm/submit';
      const { status, stderr } = workplace.run(`bash=$(command -v bash); PATH= $bash ${submit} run 1..32000`);
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr:
          'submit: sbatch is not installed; run it on a node of a Slurm cluster, or see "Without Slurm" in README.md\n',
      });
    });

    it('shows the usage of examples/solve', () => {
      const solve = 'node_modules/freecell-deals/examples/solve/solve';
      expect(workplace.expectSuccess(`${solve} --help`)).toMatch(/^usage: solve RESULTS\.ndjson DEALS/);
    });
  });
}
