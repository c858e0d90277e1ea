// The flags that select deals, and those of a run that writes a file: for generate and solve.

import type { Command } from 'commander';
import { InputError } from '../common/errors.js';
import type { Selection } from '../selection/selection.js';
import { parseShard } from '../selection/shard.js';
import { type Flags, numberOf, seedOf, THREADS } from './terminal.js';

/** The options of a selection, except a sample, whose two numbers are two flags. */
export interface SelectionFlags extends Flags, Omit<Selection, 'sample'> {
  sample?: number;
  seed?: number;
}

const DEALS =
  'Deal numbers and ranges, separated by commas, such as 617 or 1,617,11982..12000; all means 1..8589934591 ' +
  '(default: 1..1000000).';

/** @param deals describes the argument with the deals */
export function addSelectionFlags(command: Command, deals = DEALS): Command {
  return command
    .argument('[deals]', deals)
    .option(
      '--deals-from <file>',
      'Take the deals of a list: a text with numbers and ranges, a .numbers, .bin or .parquet file, NDJSON or CSV ' +
        'with the column deal, or standard input for -. May be given several times, or as a pattern in quotes, such ' +
        "as 'part-*.bin'.",
      collect,
    )
    .option('--winnable', 'Leave out the 102,075 deals that are impossible with four free cells.')
    .option('--impossible', 'Take only the deals that are impossible with four free cells.')
    .option(
      '--exclude <file>',
      'Leave out the deals in a list (at most 12 bytes of memory per number).',
      collect,
    )
    .option('--sample <n>', 'Take N deals sampled at random.', numberOf('sample size', 'a number of deals'))
    .option('--seed <seed>', 'Set the seed, 0..9007199254740991, or a date: 2026-11-23 (default: 1).', seedOf)
    .option(
      '--shard <i/n>',
      'Take shard I of N contiguous shards, such as 3/8; their sizes differ by at most one deal.',
      (text) => parseShard(text),
    )
    .option(
      '--where <condition>',
      'Take only deals for which a condition holds: an SQL WHERE clause over the columns deal, card_0 .. card_51, ' +
        'pos_AC .. pos_KS and cells (the fewest free cells; known for 1..1000000 and for the impossible deals; ' +
        'the command solve finds those of others). ' +
        'If it is given several times, all conditions must hold.',
      collect,
    )
    .option(
      '--filter <function>',
      'Take only deals for which a JavaScript function returns true: an arrow function, or the default export of a ' +
        'module.',
    )
    .option('--limit <n>', 'Stop after N deals.', numberOf('limit', 'a number of deals'));
}

export function addRunFlags(command: Command): Command {
  return command
    .option(...THREADS)
    .option('--resume', 'Resume an interrupted run, if there is one.')
    .option(
      '--force',
      'Replace an existing file and start over. The new file has the same permissions, but not the same owner.',
    )
    .option('--sync', 'Sync the data to the disk before the file appears, so that it survives a power cut.')
    .option('-q, --quiet', 'Print no progress and no summary, but warnings.')
    .option('--json', 'Print the summary as one JSON object, and no progress.');
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** The selection that was typed. */
export function selectionOf(deals: string | undefined, flags: SelectionFlags): Selection {
  const { dealsFrom, winnable, impossible, exclude, shard, where, filter, limit, sample, seed } = flags;
  if (seed !== undefined && sample === undefined)
    throw new InputError('--seed is the seed of a sample; pass --sample with the number of deals');
  const sampled = sample === undefined ? undefined : { count: sample, ...(seed !== undefined && { seed }) };
  return { deals, dealsFrom, winnable, impossible, exclude, shard, where, filter, limit, sample: sampled };
}

/** The options of a run that were typed. */
export function runOf({ threads, format, force, resume, sync }: Flags) {
  return { threads, format, force, resume, sync };
}
