// Runs contestants in turns, so that a change in the machine's speed affects all of them alike.

import { type Group, median, timesAsFast } from './results.js';

export interface Contestant {
  name: string;
  command: string;
  bytes?: number;
  /** Runs once; returns the time in the group's unit. */
  run(): number;
}

/**
 * Runs the contestants in turns and prints the medians and the spread.
 * @param rounds turns per contestant; one more comes first and does not count
 */
export function measure(
  rounds: number,
  title: string,
  unit: Group['unit'],
  deals: number,
  contestants: (Contestant | undefined)[],
): Group {
  const present = contestants.filter((contestant) => contestant !== undefined);
  const times = present.map(() => [] as number[]);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contestant] of present.entries()) {
      const time = contestant.run();
      if (round >= 0) times[i]?.push(time);
    }
  }
  const measured = present.map(({ name, command, bytes }, i) => ({
    name,
    command,
    times: (times[i] as number[]).map((time) => Number(time.toPrecision(4))),
    ...(bytes !== undefined && { bytes }),
  }));
  const group = { title, unit, deals, contestants: measured };
  print(group);
  return group;
}

function print(group: Group): void {
  const ratios = timesAsFast(group);
  const width = Math.max(42, ...group.contestants.map(({ name }) => name.length));
  console.log(`\n${group.title}: median, least and most`);
  for (const [i, { name, times }] of group.contestants.entries()) {
    const figures = [median(times), Math.min(...times), Math.max(...times)].map((time) =>
      (time >= 1000 ? time.toFixed(0) : time.toPrecision(3)).padStart(8),
    );
    const ratio = ratios === undefined ? '' : `${(ratios[i] as number).toPrecision(3).padStart(8)} x`;
    console.log(`  ${name.padEnd(width)} ${figures.join(' ')} ${group.unit}${ratio}`);
  }
}
