// Types the commands of each document, in its order, as a reader does after the Start of README in a fresh clone with a home of its own.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { addDuckDb, blocksOf, Workplace } from '../support/readme.js';

const folder = temporaryFolder(afterAll);
const programs = { node: dirname(process.execPath), programs: join(folder, 'programs') };
addDuckDb(programs.programs);
const clone = Workplace.cloned(join(folder, 'first'), programs);

describe('in a fresh clone', () => {
  it('README: all commands, from Start on, and the code of the library', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(clone.follow(readme)).toBeGreaterThan(18);
    expect(clone.expectSuccess('npx freecell-deals --version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    const blocks = blocksOf(readme, 'ts');
    expect(blocks.length).toBeGreaterThan(0);
    for (const code of blocks) clone.expectSuccess(`node --input-type=module <<'END'\n${code}\nEND`);
  });

  /** test/examples/pages.test.ts types the first two, beside imitations of solvers; test/slurm types the third on a cluster. */
  const TYPED_ELSEWHERE = ['docs/solvers.md', 'docs/databases.md', 'examples/slurm/README.md'];

  const pages = ['docs', ...readdirSync('examples').map((name) => `examples/${name}`)]
    .filter((path) => statSync(path).isDirectory())
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.md') && !TYPED_ELSEWHERE.includes(path))
    .filter((path) => /^ {4}(npx )?freecell-deals /m.test(readFileSync(path, 'utf8')));

  it.each(pages)('%s', (page) => {
    const copy = Workplace.cloned(join(folder, page.replaceAll('/', '-')), programs, clone);
    copy.expectSuccess('rm -f deals.* *.bin *.parquet *.ndjson *.csv *.numbers *.svg');
    expect(copy.follow(readFileSync(page, 'utf8'))).toBeGreaterThan(0);
  });
});
