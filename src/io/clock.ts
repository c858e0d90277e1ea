// A clock. performance.now() would load node:perf_hooks, which takes more than a millisecond.

/** Milliseconds since a fixed moment. */
export function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
