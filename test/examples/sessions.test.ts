// Sessions of examples/solve, typed into bash: its programs and settings, what they refuse, and the report.

import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { vi } from 'vitest';
import { testSessions } from '../support/sessions.js';
import { needsSolver, programOf } from './solver.js';

vi.setConfig({ testTimeout: 300_000 }); // some hundred processes

const examples = programOf('');
const PATH = [examples, process.env.PATH].join(delimiter);

testSessions('examples', needsSolver, (line, cwd) =>
  spawnSync('bash', ['-c', line], { cwd, env: { ...process.env, PATH, examples }, encoding: 'utf8' }),
);
