// Finds the fewest free cells of the deals of a selection, or whether a number of cells wins them.

import { checkOptions } from '../common/options.js';
import { readAt } from '../io/positioned.js';
import { targetOf } from '../output/open.js';
import type { OutputOptions, OutputWriter } from '../output/writer.js';
import { type Checkpoint, NO_CHECKPOINT } from '../pipeline/chunks.js';
import { keptPortions } from '../pipeline/filter-stage.js';
import type { Portion } from '../pipeline/portions.js';
import { resolveSelection, type Selection } from '../selection/selection.js';
import { headOf, type RecordFormat, recordFormat, type Tally, tallyRecords } from '../solver/records.js';
import { type CellsVerdict, checkSearch, type Search, type WinVerdict } from '../solver/solver.js';
import type { SolveTask } from '../tasks/solve-deals.js';
import { checkThreads, Executor } from '../threads/executor.js';
import { isDeno } from '../threads/limits.js';
import type { CountProgress } from './count.js';
import { checkInputs } from './inputs.js';
import { type RunOptions, SOLVE, VERDICTS } from './options.js';
import { chooseFormat, type Written, writeOutput } from './write-output.js';

/** Options of verdicts: a selection, and how its deals are searched. */
export interface VerdictsOptions extends Selection, RunOptions, Search {}

/** Options of solve: those of verdicts, and the file to write. */
export interface SolveOptions extends VerdictsOptions, OutputOptions {
  /** path of the file to write, `-` for standard output */
  output: string;
  /** default: the format that the file extension implies; NDJSON on standard output */
  format?: RecordFormat | undefined;
  /** called each time some deals are solved; an error that it throws ends the run */
  onProgress?: ((progress: SolveProgress) => void) | undefined;
}

/** How far solve is. */
export interface SolveProgress extends CountProgress {
  /** bytes of the output so far */
  bytes: number;
}

/** The result of solve: the records of the whole output, and what they found. */
export interface SolveResult extends Written {
  /** deals by their fewest cells, or by whether the number of cells wins them: `true`, `false`; `open` otherwise */
  found: Tally;
}

/** A deal, and what was found out about it. */
export type DealVerdict<V> = {
  /** deal number */
  deal: number;
} & V;

/** The deals of a task: about 30 ms of one thread. */
const TASK = { wanted: 8, size: 8 };
/** About the bytes of a record, without a solution and with one. */
const RECORD_BYTES = 64;
const SOLUTION_BYTES = 512;

/**
 * Resolves a selection for a search. A list is kept in memory, so that its records can be resumed. Only a search tells
 * how long its record is, so the records come in order, and the calling thread writes them.
 */
async function prepare(options: VerdictsOptions, format: RecordFormat) {
  const { cells, maxStates, solutions, signal } = options;
  checkSearch(options);
  const threads = checkThreads(options.threads);
  const selection = await resolveSelection(options, signal, true);
  signal?.throwIfAborted();
  // a search may take minutes, in which signals and progress go on; Deno has no workers
  const executor = new Executor({ threads, signal, hasForeignCode: !isDeno });
  const search: Search = { cells, maxStates, solutions };
  const recordBytes = solutions ? SOLUTION_BYTES : RECORD_BYTES;
  const toTask = ({ numbers, deals }: Portion): SolveTask => {
    return { kind: 'solve', numbers, bytes: deals * recordBytes, search, format };
  };
  /** Yields the portions after a checkpoint, each with the records of its deals. */
  const solved = (from?: Checkpoint) => {
    const portions = keptPortions(selection, executor, { from, signal, ...TASK });
    return executor.map(portions, toTask, isDeno ? 'here' : 'workers');
  };
  return { selection, executor, search, solved };
}

/**
 * Writes a record per deal to a file or to standard output, in the order of the selection: the same bytes for any
 * number of threads. The file is written, resumed and published as by `generate`, and the same errors reject; a wrong
 * number of cells or limit of states is an InputError.
 */
export async function solve(given: SolveOptions): Promise<SolveResult> {
  const options = checkOptions(given, SOLVE);
  const format = recordFormat(chooseFormat(options.output, options.format).name);
  const target = targetOf(options.output);
  const { selection, executor, search, solved } = await prepare(options, format);
  await using _ = executor;
  checkInputs(target, selection.inputs);
  const { source, key } = selection;
  const selected = `${key} solve ${JSON.stringify(search)}`;
  const job = { selection: selected, format, bytes: null, isFixed: source.isFixed };
  const found: Tally = {};
  const tally = (records: Uint8Array) => tallyRecords(found, Buffer.from(records).toString(), format, search);

  async function* bytesFor({ reached: from = NO_CHECKPOINT, fd }: OutputWriter) {
    const head = new TextEncoder().encode(headOf(format, search));
    let { deals, consumed: dealt } = from;
    let bytes = Math.max(head.length, from.bytes);
    yield { content: head, offset: 0, deals, bytes, dealt, chunk: undefined };
    if (deals > 0 && fd !== undefined) tally(readAt(fd, head.length, bytes - head.length));
    for await (const { item, result } of solved(from)) {
      const offset = bytes;
      bytes += result.length;
      deals += item.deals;
      dealt = item.consumed;
      tally(result);
      const checkpoint = { bytes, deals, consumed: dealt };
      yield { content: result, offset, deals, bytes, dealt, chunk: { checkpoint } };
    }
  }
  const totals = { ...(source.count !== undefined && { totalDeals: source.count }) };
  const written = await writeOutput(target, job, options, totals, bytesFor);
  return { ...written, found };
}

/**
 * Yields the verdict of each deal of a selection, in its order. Worker threads search ahead. Throws an InputError,
 * FilterError or ReadError as `solve` does.
 */
export function verdicts(
  options: VerdictsOptions & { cells: number },
): AsyncGenerator<DealVerdict<WinVerdict>, void, void>;
export function verdicts(options?: VerdictsOptions): AsyncGenerator<DealVerdict<CellsVerdict>, void, void>;
export async function* verdicts(given: VerdictsOptions = {}) {
  const options = checkOptions(given, VERDICTS);
  const { signal } = options;
  const { executor, solved } = await prepare(options, 'ndjson');
  await using _ = executor;
  for await (const { result } of solved()) {
    for (const line of Buffer.from(result).toString().split('\n')) if (line !== '') yield JSON.parse(line);
    signal?.throwIfAborted();
  }
}
