// What the command prints has no character that could harm a terminal, whatever arguments and files have, and each line stays
// one.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runShell, temporaryFolder } from '../support/command.js';
import { folderWith } from '../support/files.js';
import { pairsIn } from '../support/golden.js';
import { runLine } from '../support/main.js';

/** Windows does not allow these characters in names. */
const hasAnyName = process.platform !== 'win32';

/** A file name with a line feed, a carriage return, ESC, BEL, CSI, and an override of the reading direction. */
const NAME = 'a\nb\r\u001b[31m\u0007\u009b\u202e.bin';
const SHOWN = 'a\\nb\\u000d\\u001b[31m\\u0007\\u009b\\u202e.bin';

describe.runIf(hasAnyName)('control characters are escaped, and each line stays one', () => {
  it.each(pairsIn('escaped-lines.txt'))('%s', async (line, shown) => {
    const start = shown.replace('SHOWN', SHOWN);
    const folder = await folderWith({ [NAME]: '1..5' });
    writeFileSync(join(folder, `bad${NAME}`), 'bad');
    writeFileSync(join(folder, 'list.txt'), `1 ${NAME} 2`);
    const filter = `export default () => { throw new Error(${JSON.stringify(NAME)}); };`;
    writeFileSync(join(folder, 'filter.mjs'), filter);
    const { stdout, stderr } = await runLine(line.replace('NAME', NAME), folder);
    expect((stdout + stderr).slice(0, start.length)).toBe(start);
    expect(stdout + stderr).toMatch(/^[^\p{Cc}\p{Bidi_Control}]*\n$/u);
  });

  it('on standard output that is a terminal', () => {
    const line =
      'NODE="$0" CLI="$1"; "$NODE" "$CLI" generate 1 -q -o "$(printf "\\033[31m\\302\\233.bin")"; export NODE CLI;' +
      'script -qec \'set -- "$NODE" "$CLI"; "$@" info *.bin; "$@" verify *.bin --json; "$@" generate -f bin -o -; "$@" find; "$@" show 617 -s text | "$@" find\' /dev/null < /dev/null';
    const shown = runShell(line, temporaryFolder()).stdout.toString();
    expect(shown).toContain(
      'standard output is a terminal and would show binary data; use -f ndjson, a file, or --force',
    );
    expect(shown).toContain('\\u001b[31m\\u009b.bin');
    expect(shown).toContain('\nfreecell-deals: type or paste a board, then press Ctrl-D');
    expect(shown.split('type or paste')).toHaveLength(2); // not where the board comes through a pipe
    expect(shown).toMatch(/^617\r$/m);
    expect(shown).toMatch(/^[\P{Cc}\r\n]+$/u);
    const forced = `NODE="$0" CLI="$1" script -qec '"$NODE" "$CLI" generate 617 -f bin --force -o -' /dev/null`;
    expect(runShell(forced, temporaryFolder()).stdout.includes('\0\0')).toBe(true);
  });
});
