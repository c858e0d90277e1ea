import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds that another process or thread does. The time limit of the test is the only limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}
