import { spawnSync } from 'node:child_process';
import { CLI } from './command.js';

/** Whether the tests run as root and user nobody can read the command. */
export const canRunAsNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, [CLI, '--version'], { uid: 65534 }).status === 0;
