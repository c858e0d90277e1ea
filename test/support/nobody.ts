import { spawnSync } from 'node:child_process';
import { CLI } from './command.js';

/** Whether root runs the tests and another user can read the command: what permissions do can be tested then. */
export const canRunAsNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, [CLI, '--version'], { uid: 65534 }).status === 0;
