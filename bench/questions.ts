// Measures questions that a condition asks of all deals of a range, against dealing these. A C program asks the first question,
// too: it draws eight cards of each deal.

import type { Contestant } from './measure.js';
import { type Group, median } from './results.js';

const ACES = 'pos_AC < 8 AND pos_AD < 8 AND pos_AH < 8 AND pos_AS < 8';
const QUESTIONS = [
  ACES,
  "card_0 = '7D' AND pos_AS >= 44",
  'deal % 1000 = 617',
  'pos_2C % 8 = pos_2D % 8 AND pos_2H % 8 = pos_2S % 8',
];

/** The functions of run.ts that this bench uses. */
interface Tools {
  measure(title: string, unit: Group['unit'], deals: number, contestants: Contestant[]): Group;
  command(name: string, args: string[], bytes: number, file: string): Contestant;
  generate(deals: number, output: string, ...flags: string[]): string[];
  peer: string | undefined; // the C program
}

/** Measures counting the answers to each question among 1..deals, and prints the least and the median as shares of dealing. */
export function measureQuestions({ measure, command, generate, peer }: Tools, deals: number): Group {
  const ask = (name: string, where: string, ...flags: string[]) =>
    command(name, [...generate(deals, '/dev/null', '-f', 'numbers'), '--where', where, ...flags], 0, '');
  const group = measure(`questions about 1..${deals}, start to exit`, 's', deals, [
    command('dealing', generate(deals, '/dev/null', '-f', 'bin'), 0, ''),
    ...QUESTIONS.map((where) => ask(where, where)),
    ask('four aces, -t 1', ACES, '-t', '1'),
    ...(peer === undefined ? [] : [command('four aces, C', [peer, 'aces', '1', String(deals)], 0, '')]),
  ]);
  const [dealing, ...others] = group.contestants.map(({ name, times }) => ({
    name,
    values: [Math.min(...times), median(times)],
  }));
  for (const { name, values } of others) {
    const shares = values.map((time, i) => (time / (dealing?.values[i] as number)).toFixed(2));
    console.log(`  ${name.padEnd(52)} of dealing: least ${shares[0]}, median ${shares[1]}`);
  }
  return group;
}
