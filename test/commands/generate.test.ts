// The command generate passes each flag of a selection on. test/selection has what the options select.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../src/commands/program.js';
import type { Selection } from '../../src/selection/selection.js';
import { temporaryFolder } from '../support/command.js';
import { runMain } from '../support/main.js';
import { numbersOf, OPTIONS } from '../support/selection.js';

describe('generate', () => {
  it('lists the options of a selection in the order in which they apply', async () => {
    const [generate] = (await commandLine(() => {}, 'generate')).commands;
    const { options } = generate as Command;
    const names = options.map((option) => option.attributeName());
    expect(names.filter((name) => OPTIONS.includes(name))).toEqual(OPTIONS.slice(1));
  });

  it.each<[flags: string[], selection: Selection]>([
    [['--sample', '5', '--seed', '0'], { sample: { count: 5, seed: 0 } }],
    [['3,1..2,11982', '--winnable'], { deals: '3,1..2,11982', winnable: true }],
    [['all', '--impossible', '--exclude', 'list.txt', '--limit', '1'], { deals: [146692] }],
    [['--deals-from', 'list.txt', '--limit', '2'], { deals: [11982, 9] }],
    [['1..9', '--where', 'deal = 1 OR deal = 2', '--where', 'deal > 1'], { deals: [2] }],
    [['1..9', '--shard', '2/3', '--filter', 'deal => deal.number != 5'], { deals: [4, 6] }],
  ])('with %j writes the numbers of %j', async (flags, selection) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.txt'), '11982\n9\n7\n');
    const { stdout } = await runMain(['generate', ...flags, '-q', '-f', 'numbers', '-o', '-'], folder);
    expect(stdout.toString().trim().split('\n').map(Number)).toEqual(await numbersOf(selection));
  });
});
