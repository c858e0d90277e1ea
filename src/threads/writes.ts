// Whether a worker writes. No worker is terminated while it writes, and no worker writes once it may be terminated.

/** States of a worker, in shared memory. */
export const Writes = { none: 0, now: 1, never: 2 } as const;
