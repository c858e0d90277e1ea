// Runs npm run bench on few deals: what it measures and prints. No figure is tested.

import { spawnSync } from 'node:child_process';
import { vi } from 'vitest';
import { peer } from '../support/peer.js';
import { testSessions } from '../support/sessions.js';

vi.setConfig({ testTimeout: 300_000 }); // a hundred processes

testSessions('bench', peer('cc and jq', 'command -v cc && command -v jq'), (line, cwd) => {
  const setting = { root: process.cwd(), TMPDIR: `${cwd}/tmp`, FREECELL_DEALS_TEST_BENCH_MILLION: '1000' };
  const env = { ...process.env, ...setting, PATH: `${cwd}/bin:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', line], {
    cwd,
    env,
    encoding: 'utf8',
  });
  const masked = stdout.replace(/^this machine is busy.*\n|^.*(?=, Node v\S+; \/)/gm, '');
  const named = (text: string) =>
    text.replaceAll(cwd, 'ROOT').replaceAll(process.version, 'vN').replaceAll(process.execPath, 'node');
  return { status, stdout: named(masked), stderr: named(stderr).replace(/node-\w+-\w+@/, 'node-PLATFORM@') };
});
