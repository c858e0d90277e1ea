// Names of files in what the command prints, whatever characters they have, and where its bytes go.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runShell } from '../support/command.js';
import { folderWith } from '../support/folder.js';
import { runLine } from '../support/main.js';

/** Windows does not allow these characters in names. */
const hasAnyName = process.platform !== 'win32';

/** A file name with a line feed, a carriage return, ESC, and an override of the reading direction. */
const NAME = 'a\nb\r\u001b[31m\u202e.bin';
const SHOWN = 'a\\nb\\u000d\\u001b[31m\\u202e.bin';

describe.runIf(hasAnyName)('control characters of a file name are escaped, each line stays one', () => {
  it.each([
    ['generate 1..5 -o NAME --force', `${SHOWN}: 5 deals, 324 bytes`],
    ['generate 1..5 -o NAME', `freecell-deals: cannot write ${SHOWN}: it exists`],
    ['generate --deals-from noNAME', `freecell-deals: cannot read no${SHOWN}: `],
    ['verify NAME', `${SHOWN}: 5 deals, all right: 1..5`],
    ['verify badNAME', `freecell-deals: bad${SHOWN}: `],
    ['verify noNAME', `freecell-deals: cannot read no${SHOWN}: `],
    ['merge out.bin NAME', 'out.bin: 1 file, deals 1..5, 324 bytes'],
    ['merge out.parquet NAME', `freecell-deals: ${SHOWN} is bin and`],
    ['cat badNAME', `freecell-deals: bad${SHOWN}: `],
    ['find noNAME', `freecell-deals: cannot read no${SHOWN}: `],
    ['show 1 -o NAME.x', `freecell-deals: cannot infer the style of '${SHOWN}.x'`],
    ['xNAME', `freecell-deals: unknown command 'x${SHOWN}'`],
    ['generate --xNAME', `freecell-deals: unknown option '--x${SHOWN}'`],
  ])('%s', async (line, start) => {
    const folder = await folderWith({ [NAME]: '1..5' });
    writeFileSync(join(folder, `bad${NAME}`), 'bad');
    const { stdout, stderr } = await runLine(line.replace('NAME', NAME), folder);
    expect((stdout + stderr).slice(0, start.length)).toBe(start);
    expect(stdout + stderr).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*\n$/u);
  });

  it('info NAME', async () => {
    const { stdout } = await runLine(`info ${NAME}`, await folderWith({ [NAME]: '1..5' }));
    expect(stdout).toContain(`file    ${SHOWN}\nformat  binary, version 1\n`);
  });
});

describe.runIf(hasAnyName)('a closed standard output', () => {
  const closed = 'standard output (closed or the null device): ';

  it.each([
    ['generate 1..10 -f ndjson -o -', `${closed}10 deals, 0 bytes in `],
    ['generate 1..10 -f ndjson -o - --json', '{"output":"-","deals":10,"bytes":0,'],
    ['merge - a.bin', `${closed}1 file, deals 1..5, 0 bytes\n`],
    ['cat a.bin --json', '{"output":"-","deals":5,"bytes":0,'],
  ])('receives no bytes: %s', async (line, summary) => {
    const folder = await folderWith({ 'a.bin': '1..5' });
    expect(runShell(`"$0" "$1" ${line} >&-`, folder).stderr.slice(0, summary.length)).toBe(summary);
    expect(readdirSync(folder)).toEqual(['a.bin']);
    // the null device, opened for writing alone, is a choice of the user's
    expect(runShell(`"$0" "$1" ${line} > /dev/null`, folder).stderr).not.toMatch(
      /null device|"bytes":0|, 0 bytes/,
    );
  });
});

it.runIf(hasAnyName)('a query to paste quotes the name of the file', async () => {
  const { stderr } = await runLine("cat it's.parquet", await folderWith({ "it's.parquet": '1..5' }));
  expect(stderr).toContain("SELECT * FROM 'it''s.parquet' WHERE");
});
