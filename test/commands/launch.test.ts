import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, temporaryFolder } from '../support/command.js';

const { codeFile, loadScript } = createRequire(import.meta.url)('../../src/commands/compiled.cjs');

// from Node 22.8 on, Node itself keeps compiled code
describe.skipIf('enableCompileCache' in module)('the compiled code of the command', () => {
  it('is that of the command', () => {
    expect(loadScript(dirname(CLI)).cachedDataRejected).toBe(false);
  });

  const file = codeFile(dirname(CLI));
  const code = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  it.each([
    ['missing', undefined],
    ['empty', Buffer.alloc(0)],
    ['garbage', Buffer.alloc(100_000, 'garbage')],
    ['cut short', code.subarray(0, code.length >> 1)],
    ['of another version of V8', Buffer.concat([code.subarray(0, 4), Buffer.alloc(4, 1), code.subarray(8)])],
  ])('is not needed: %s', (_, bytes) => {
    const dist = join(temporaryFolder(), 'dist');
    cpSync(dirname(CLI), dist, { recursive: true });
    if (bytes === undefined) rmSync(codeFile(dist));
    else writeFileSync(codeFile(dist), bytes);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, 'cli.cjs'), 'show', '617']);
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    expect(stdout.toString().split('\n')[0]).toBe('7D AD 5C 3S 5S 8C 2D AH');
  });
});
