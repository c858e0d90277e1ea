import { spawnSync } from 'node:child_process';

/** Whether the tests can mount a small disk in a separate namespace. */
export const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'cd / && mount -t tmpfs -o size=64k none /tmp']).status === 0;
