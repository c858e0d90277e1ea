import { spawnSync } from 'node:child_process';

/** Whether the tests can mount a disk that is soon full, in a namespace of its own. */
export const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'cd / && mount -t tmpfs -o size=64k none /tmp']).status === 0;
