// Time that passes. performance.now() would load node:perf_hooks first, which takes more than a millisecond.

/** Milliseconds since some moment. */
export function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
