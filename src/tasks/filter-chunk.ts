// Deals by condition: a user's function of a deal, run in the worker threads on what the kernel deals.

import { Console } from 'node:console';
import { inspect } from 'node:util';
import { FilterError, InputError, toFailure } from '../common/errors.js';
import { type Engine, encodePart, type RecordKind } from '../engine/engine.js';
import { CARDS, COLUMNS } from '../game/constants.js';
import { cardName, cardNamed } from '../game/deal.js';
import { countOf, type Run } from '../game/deal-numbers.js';
import type { Chunk } from '../plan/chunks.js';

/** Deals looked at between two calls of the kernel: their cards stay in the nearest cache. */
const BATCH_DEALS = 256;

const NAMES = Array.from({ length: CARDS }, (_, card) => cardName(card));

/** A deal as a filter sees it: one object that shows one deal after the other, good only until the filter returns. */
export interface DealView {
  /** the deal number, 1..8589934591 */
  readonly number: number;
  /** 52 card bytes (rank * 4 + suit) in dealing order: the i-th, from 0, lies in column i mod 8, row i div 8 */
  readonly cards: Uint8Array;
  /** the name of the i-th card dealt, 0..51, such as "TC" */
  name(i: number): string;
  /** the cards of a column, 0..7, the first-dealt first and the exposed one last: 7 in columns 0..3, 6 in 4..7 */
  column(c: number): Uint8Array;
  /** where a card ("AC" or its byte) was dealt: 0..51, so that it lies in column position mod 8, row position div 8 */
  position(card: string | number): number;
  /** how many cards lie on a card ("AC" or its byte) in its column: 0 where it is exposed, at most 6 */
  above(card: string | number): number;
}

/** Whether a deal is wanted. It runs in several threads at once, on deals in no set order. */
export type Filter = (deal: DealView) => boolean;

/** To deal a chunk and keep what a filter wants. */
export interface FilterTask {
  kind: 'filter';
  chunk: Chunk;
  bytes: number; // of work
  record: RecordKind | null; // of what is kept; null where it is only counted
  filter: FilterModule;
}

export interface FilterModule {
  name: string; // as it was given
  url: string;
}

/** What a filter kept of a chunk, or how it failed. */
export type Filtered = { kept: number; bytes: Uint8Array<ArrayBuffer> } | { fault: string };

function byteOf(card: string | number): number {
  const byte = typeof card === 'string' ? cardNamed(card) : card;
  if (Number.isInteger(byte) && byte >= 0 && byte < CARDS) return byte;
  throw new InputError(`'${card}' is no card; expected a name such as TC or a byte 0..${CARDS - 1}`);
}

class View implements DealView {
  number = 0;
  readonly cards = new Uint8Array(CARDS);

  show(number: number, cards: Uint8Array, at: number): void {
    this.number = number;
    for (let i = 0; i < CARDS; i++) this.cards[i] = cards[at + i] as number;
  }

  name(i: number): string {
    const name = NAMES[this.cards[i] ?? CARDS];
    if (name === undefined) throw new InputError(`there is no card ${i}; expected 0..${CARDS - 1}`);
    return name;
  }

  column(c: number): Uint8Array {
    if (!Number.isInteger(c) || c < 0 || c >= COLUMNS) {
      throw new InputError(`there is no column ${c}; expected 0..${COLUMNS - 1}`);
    }
    const rows = Math.ceil((CARDS - c) / COLUMNS);
    return Uint8Array.from({ length: rows }, (_, row) => this.cards[c + row * COLUMNS] as number);
  }

  position(card: string | number): number {
    return this.cards.indexOf(byteOf(card));
  }

  above(card: string | number): number {
    return Math.floor((CARDS - 1 - this.position(card)) / COLUMNS);
  }
}

const view = new View();
let loaded: { url: string; filter: Promise<Filter> } | undefined;

/** The function that a module exports; throws a FilterError that says what is wrong with the module. */
async function load({ name, url }: FilterModule): Promise<Filter> {
  // standard output is the deals'; what a filter prints goes the other way
  globalThis.console = new Console(process.stderr);
  const module = await import(url).catch((error) => {
    throw new FilterError(`filter ${name} cannot be loaded: ${toFailure(error).message}`);
  });
  if (typeof module.default === 'function') return module.default;
  const what = 'default' in module ? `its default export is no function` : 'it has no default export';
  throw new FilterError(`filter ${name}: ${what}; expected export default (deal) => true or false`);
}

/** Appends the numbers of a run that a filter wants to those `kept` so far; returns how many these are now. */
function keepWanted(
  engine: Engine,
  run: Run,
  filter: Filter,
  name: string,
  wanted: Float64Array,
  kept: number,
): number {
  for (let done = 0; done < countOf(run); done += BATCH_DEALS) {
    const cards = encodePart(engine, { encoder: 'cards', maxBytes: CARDS }, run, done, BATCH_DEALS);
    for (let i = 0; i * CARDS < cards.length; i++) {
      const n = run instanceof Float64Array ? (run[done + i] as number) : run.first + done + i;
      view.show(n, cards, i * CARDS);
      let isWanted: unknown;
      try {
        isWanted = filter(view);
      } catch (error) {
        throw new FilterError(`filter ${name} throws at deal ${n}: ${toFailure(error).message}`);
      }
      if (isWanted === true) wanted[kept++] = n;
      else if (isWanted !== false) {
        const what = isWanted instanceof Promise ? 'a promise' : inspect(isWanted, { depth: 0 });
        throw new FilterError(`filter ${name} returns ${what} for deal ${n}; expected true or false`);
      }
    }
  }
  return kept;
}

/** Deals a chunk and encodes what its filter wants. */
export async function filterChunk(engine: Engine, { chunk, record, filter }: FilterTask): Promise<Filtered> {
  try {
    if (loaded?.url !== filter.url) loaded = { url: filter.url, filter: load(filter) };
    const isWanted = await loaded.filter;
    const wanted = new Float64Array(chunk.deals);
    let kept = 0;
    for (const run of chunk.runs) kept = keepWanted(engine, run, isWanted, filter.name, wanted, kept);
    if (record === null) return { kept, bytes: new Uint8Array(0) };
    return { kept, bytes: engine.encodeList(record, wanted.subarray(0, kept)).slice() };
  } catch (error) {
    if (error instanceof FilterError) return { fault: error.message };
    throw error;
  }
}
