// Measures short runs of the command against the start of Node itself, under several versions of Node.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showDeal } from 'freecell-deals';
import { testSetting } from '../src/common/test-settings.js';
import type { Contestant } from './measure.js';
import { installNode } from './nodes.js';
import type { Group } from './results.js';

/** Turns per run: the least of them counts, because anything else on the machine only adds to a start. */
const ROUNDS = testSetting('BENCH_ROUNDS') ?? 15;

/** The functions and paths of run.ts that this bench uses. */
interface Tools {
  measure(
    rounds: number,
    title: string,
    unit: Group['unit'],
    deals: number,
    contestants: Contestant[],
  ): Group;
  command(name: string, args: string[], bytes: number, file: string): Contestant;
  cli: string;
  folder: string; // temporary
  npmEnvironment: NodeJS.ProcessEnv;
}

/** Measures the starts under one Node, and prints the least of each as a multiple of Node's own. */
function measureUnder(execPath: string, { measure, command, cli, folder }: Tools): Group {
  const version = execFileSync(execPath, ['--version'], { encoding: 'utf8' }).trim();
  const [board, output] = [join(folder, 'start.txt'), join(folder, 'start.bin')];
  writeFileSync(board, showDeal(617));
  const start = (name: string, ...words: string[]) => command(name, [execPath, cli, ...words], 0, output);
  const group = measure(ROUNDS, `starts under Node ${version}`, 's', 1, [
    command('node -e 0', [execPath, '-e', '0'], 0, ''),
    start('--version', '--version'),
    start('1 deal to /dev/null', 'generate', '1', '-f', 'bin', '-o', '/dev/null', '-q'),
    start('1..1000 to /dev/null', 'generate', '1..1000', '-f', 'bin', '-o', '/dev/null', '-q'),
    start('find of a board', 'find', board),
    start('the million to /dev/null', 'generate', '-f', 'bin', '-o', '/dev/null', '-q'),
    start('the million to a file', 'generate', '-o', output, '-q'),
  ]);
  const least = group.contestants.map(({ times }) => Math.min(...times));
  for (const [i, { name }] of group.contestants.entries()) {
    const [time, node] = [least[i], least[0]] as [number, number];
    console.log(
      `  ${name.padEnd(34)} least ${(time * 1000).toFixed(1).padStart(6)} ms, ${(time / node).toFixed(2)} of Node's own`,
    );
  }
  return group;
}

/** Measures the starts under each version of Node, such as 20, 22 and 24; npm installs those that do not run this. */
export function measureStarts(versions: readonly string[], tools: Tools): Group[] {
  const [own] = process.versions.node.split('.');
  const programs = versions.map((version) =>
    version === own ? process.execPath : installNode(version, tools.folder, tools.npmEnvironment),
  );
  return programs.filter((program) => program !== undefined).map((program) => measureUnder(program, tools));
}
