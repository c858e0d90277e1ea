// Names of files in what the command prints, whatever characters they have, and where its bytes go.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generate } from '../../src/index.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';

/** Windows does not allow these characters in names. */
const hasAnyName = process.platform !== 'win32';

/** A file name with a line feed, a carriage return, ESC, and an override of the reading direction. */
const NAME = 'a\nb\r\u001b[31m\u202e.bin';
const SHOWN = 'a\\nb\\u000d\\u001b[31m\\u202e.bin';

async function folderWithDeals(): Promise<string> {
  const folder = temporaryFolder();
  await generate({ deals: '1..5', output: join(folder, NAME), threads: 1 });
  return folder;
}

describe.runIf(hasAnyName)('control characters of a file name are escaped, each line stays one', () => {
  it.each<[string, string[], string]>([
    ['the summary of generate', ['generate', '1..5', '-o', NAME, '--force'], `${SHOWN}: 5 deals, 324 bytes`],
    [
      'the error of generate',
      ['generate', '1..5', '-o', NAME],
      `freecell-deals: cannot write ${SHOWN}: it exists`,
    ],
    [
      'the error of a list',
      ['generate', '--deals-from', `no${NAME}`],
      `freecell-deals: cannot read no${SHOWN}: `,
    ],
    ['verify', ['verify', NAME], `${SHOWN}: 5 deals, all right: 1..5`],
    ['verify of a damaged file', ['verify', `bad${NAME}`], `freecell-deals: bad${SHOWN}: `],
    ['verify without a file', ['verify', `no${NAME}`], `freecell-deals: cannot read no${SHOWN}: `],
    ['the summary of merge', ['merge', 'out.bin', NAME], 'out.bin: 1 file, deals 1..5, 324 bytes'],
    ['the error of merge', ['merge', 'out.parquet', NAME], `freecell-deals: ${SHOWN} is bin and`],
    ['cat', ['cat', `bad${NAME}`], `freecell-deals: bad${SHOWN}: `],
    ['find', ['find', `no${NAME}`], `freecell-deals: cannot read no${SHOWN}: `],
    ['show', ['show', '1', '-o', `${NAME}.x`], `freecell-deals: cannot infer the style of '${SHOWN}.x'`],
    ['an unknown command', [`x${NAME}`], `freecell-deals: unknown command 'x${SHOWN}'`],
    ['an unknown flag', ['generate', `--x${NAME}`], `freecell-deals: unknown option '--x${SHOWN}'`],
  ])('%s', async (_, args, start) => {
    const folder = await folderWithDeals();
    writeFileSync(join(folder, `bad${NAME}`), 'bad');
    const { stdout, stderr } = await runMain(args, folder);
    const printed = stdout.toString() + stderr;
    expect(printed.slice(0, start.length)).toBe(start);
    expect(printed).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*\n$/u);
  });

  it('info', async () => {
    const { stdout } = await runMain(['info', NAME], await folderWithDeals());
    expect(stdout.toString().split('\n').slice(0, 2)).toEqual([
      `file    ${SHOWN}`,
      'format  binary, version 1',
    ]);
  });
});

describe.runIf(hasAnyName)('a closed standard output', () => {
  it.each([
    [
      'generate 1..10 -f ndjson -o -',
      /^standard output \(closed or the null device\): 10 deals, 0 bytes in /,
    ],
    ['generate 1..10 -f ndjson -o - --json', /^\{"output":"-","deals":10,"bytes":0,/],
    ['merge - a.bin', /^standard output \(closed or the null device\): 1 file, deals 1\.\.5, 0 bytes\n$/],
    ['cat a.bin --json', /^\{"output":"-","deals":5,"bytes":0,/],
  ])('receives no bytes: %s', async (args, summary) => {
    const folder = temporaryFolder();
    await generate({ deals: '1..5', output: join(folder, 'a.bin'), threads: 1 });
    expect(runShell(`"$0" "$1" ${args} >&-`, folder).stderr).toMatch(summary);
    expect(readdirSync(folder)).toEqual(['a.bin']);
    // the null device, opened for writing alone, is a choice of the user's
    expect(runShell(`"$0" "$1" ${args} > /dev/null`, folder).stderr).not.toMatch(
      /null device|"bytes":0|, 0 bytes/,
    );
  });
});

it.runIf(hasAnyName)('a query to paste quotes the name of the file', async () => {
  const folder = temporaryFolder();
  await generate({ deals: '1..5', output: join(folder, "it's.parquet"), threads: 1 });
  expect((await runMain(['cat', "it's.parquet"], folder)).stderr).toContain(
    "SELECT * FROM 'it''s.parquet' WHERE",
  );
});
