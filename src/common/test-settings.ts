// Settings from the environment, for tests that start the built command and cannot pass parameters. They are not part
// of the program's interface.

/** FREECELL_DEALS_TEST_NAME, each a number. */
type TestSetting =
  | 'HEARTBEAT' // ms between two times that a run touches FILE.run and syncs
  | 'WORKERS_ONLY' // 1 if workers start at once and the calling thread runs no task
  | 'WORKER_DELAY' // ms that a task in a worker waits at most, so that results come late and out of order
  | 'WORKER_DIES_AT' // number of the task, from 1, at which a worker ends
  | 'BENCH_ROUNDS' // rounds of the benches
  | 'BENCH_MILLION'; // deals that the benches take for a million

/** A setting; undefined if it is not set. */
export function testSetting(name: TestSetting): number | undefined {
  const value = process.env[`FREECELL_DEALS_TEST_${name}`];
  return value === undefined ? undefined : Number(value);
}
