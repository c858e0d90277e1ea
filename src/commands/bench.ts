// freecell-deals bench

import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { VERSION } from '../common/version.js';
import { bench, describeLoad, type Measured, processorName } from '../verbs/bench.js';
import { type Flags, printJson, stopSignal, THREADS, writeOutput } from './terminal.js';

export function addTo(program: Command): void {
  program
    .command('bench')
    .summary('Measure how fast this machine deals.')
    .description(
      'Measure the reference implementation in TypeScript, the WASM kernels and all threads in alternating rounds, ' +
        'in less than ten seconds. All must deal the same cards before anything is timed.',
    )
    .option(...THREADS)
    .option('--json', 'Print one JSON object, with the time of each round.')
    .addHelpText('after', '\nExamples:\n  freecell-deals bench\n  freecell-deals bench --json')
    .action(runBench);
}

/** Three digits, or all before the point. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function rowOf([name, ...figures]: readonly string[]): string {
  return `${name.padEnd(37)}${figures.map((figure) => figure.padStart(12)).join('')}\n`;
}

function tableOf(measured: readonly Measured[]): string {
  const head = ['', 'ns per deal', 'least', 'most', 'M deals/s', 'ratio'];
  const rows = measured.map(({ name, nsPerDeal, dealsPerSecond, ratio, rounds }) => [
    name,
    short(nsPerDeal),
    short(Math.min(...rounds)),
    short(Math.max(...rounds)),
    short(dealsPerSecond / 1e6),
    `${short(ratio)} x`,
  ]);
  return [head, ...rows].map(rowOf).join('');
}

async function runBench(flags: Flags): Promise<void> {
  const load = await describeLoad();
  const measured = await bench(flags.threads, stopSignal());
  const processor = processorName();
  const processors = availableParallelism();
  const host = { version: VERSION, node: process.version, processor, processors, ...(load && { load }) };
  if (flags.json) return printJson({ ...host, contestants: measured });
  const rounds = measured[0].rounds.length;
  const count = processors === 1 ? '1 processor' : `${processors} processors`;
  await writeOutput(
    `freecell-deals ${VERSION}, Node ${process.version}, ${processor}, ${count}\n` +
      `All deal the same cards. Median, least and most of ${rounds} alternating rounds:\n\n${tableOf(measured)}` +
      (load === undefined ? '' : `\n${load[0].toUpperCase()}${load.slice(1)}.\n`),
  );
}
