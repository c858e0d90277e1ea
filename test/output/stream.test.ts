// Pipes and devices that standard output may be.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showDeal } from '../../src/board/show.js';
import { generate } from '../../src/verbs/generate.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';

describe('what cannot be written to standard output ends with status 1 and one line', () => {
  const folder = temporaryFolder(afterAll);
  beforeAll(async () => {
    writeFileSync(join(folder, 'board.txt'), showDeal(617));
    await generate({ deals: '1..10', output: join(folder, 'a.bin') });
  });

  it.each(rowsIn<[args: string]>('full-outputs.txt'))('%s >/dev/full', (args) => {
    const { status, stderr } = runShell(`"$0" "$1" ${args} >/dev/full`, folder);
    expect(stderr).toMatch(/^freecell-deals: cannot write standard output: no space left[^\n]*\n$/);
    expect(status).toBe(1);
  });

  it.each(['--help', 'info a.bin'])('%s may have no reader', (args) => {
    const line = `(sleep 0.1; "$0" "$1" ${args}; echo $? >&2) | true`;
    expect(runShell(line, folder).stderr).toBe('0\n');
  });
});

it('a .bin file whose number of deals is known at its end alone is refused by a pipe and a FIFO, and goes to a device or a regular file', () => {
  const folder = temporaryFolder();
  const selection = "--filter 'deal => deal.number > 3' 1..5 -f bin";
  const message =
    'freecell-deals: the header of a .bin file has the number of deals, which is known only at the end: write to a file, or use ndjson or numbers for';
  const line = `mkfifo fifo; cat fifo > /dev/null &
    "$0" "$1" generate ${selection} -q -o - | cat; echo $PIPESTATUS >&2; "$0" "$1" generate ${selection} -o fifo; echo $? >&2
    "$0" "$1" generate ${selection} -q -o /dev/null; echo $? >&2; "$0" "$1" generate ${selection} -q -o a.bin; wc -c < a.bin`;
  const { stdout, stderr } = runShell(line, folder);
  expect(stderr).toBe(`${message} standard output\n2\n${message} fifo\n2\n0\n`);
  expect(stdout.toString().trim()).toBe(String(64 + 2 * 60));
});
