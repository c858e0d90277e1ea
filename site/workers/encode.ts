// Encodes chunks of deals, or finds the deals for which a condition holds, with its own kernel, one task after another. The page
// gives the buffers back for reuse: new ones for every chunk would leave hundreds of megabytes to two garbage collectors.

import {
  type DealNumbers,
  type DealRange,
  type EncoderName,
  type Engine,
  type Kernel,
  type KnownCells,
  loadEngine,
  matchDeals,
} from 'freecell-deals/internal';
import { hasCells, loadData, namesCells } from '../data.js';

/** A task: deals to encode, to evaluate a condition for, or to count by aces and cells (tally). */
export type EncodeTask = { numbers: readonly DealNumbers[] } & (
  | { encoder: EncoderName }
  | { where: string }
  | { isTally: true }
);

type NumberedTask = EncodeTask & { id: number };

/** A task, or the buffer of an earlier result, for reuse. */
export type EncodeOrder = NumberedTask | ArrayBuffer;

/** The result: the bytes, the numbers of matching deals or the counts, or an error. */
export type EncodeResult =
  | { id: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; kept: Float64Array }
  | { id: number; message: string };

const CARDS = 52;
const SUITS = 4;
const MOST_ABOVE = 24; // four aces under six cards each
const BATCH = 4096;

const buffers: ArrayBuffer[] = []; // free buffers

/** Copies bytes out of the kernel's memory, which stays here. */
function copyOf(encoded: Uint8Array): Uint8Array<ArrayBuffer> {
  let buffer = buffers.pop();
  if (buffer === undefined || buffer.byteLength < encoded.length) {
    // a multiple of a MiB, so that chunks of slightly different sizes fit
    buffer = new ArrayBuffer(Math.ceil(encoded.length / 2 ** 20) * 2 ** 20);
  }
  const bytes = new Uint8Array(buffer, 0, encoded.length);
  bytes.set(encoded);
  return bytes;
}

async function encode(
  kernel: Promise<Engine & Kernel>,
  { id, numbers, ...task }: NumberedTask,
): Promise<void> {
  try {
    const engine = await kernel;
    if ('isTally' in task) {
      const kept = tally(engine, numbers[0] as DealRange, await loadData());
      postMessage({ id, kept } satisfies EncodeResult);
      return;
    }
    if ('where' in task ? namesCells(task.where) : hasCells(task.encoder)) await loadData();
    if ('where' in task) {
      const kept = matchDeals(engine, numbers, task.where).slice();
      postMessage({ id, kept } satisfies EncodeResult);
      return;
    }
    const bytes = copyOf(engine.encode(task.encoder, numbers));
    postMessage({ id, bytes } satisfies EncodeResult, { transfer: [bytes.buffer] });
  } catch (error) {
    postMessage({ id, message: String((error as Error).message ?? error) } satisfies EncodeResult);
  }
}

/** Counts deals by the cards above their four aces together and by the cells that they need: at 8 * above + cells. */
function tally(engine: Kernel, { first, last }: DealRange, known: KnownCells): Float64Array {
  const counts = new Float64Array(8 * (MOST_ABOVE + 1));
  for (let from = first; from <= last; from += BATCH) {
    const count = Math.min(BATCH, last - from + 1);
    const cards = engine.deal(from, count);
    for (let i = 0; i < count; i++) {
      let above = 0;
      for (let place = 0; place < CARDS; place++)
        if ((cards[CARDS * i + place] as number) < SUITS) above += (CARDS - 1 - place) >> 3;
      counts[8 * above + (known.cellsNeeded(from + i) as number)]++;
    }
  }
  return counts;
}

export function startEncoder(): void {
  const kernel = loadEngine();
  addEventListener('message', ({ data }: MessageEvent<EncodeOrder>) => {
    if (data instanceof ArrayBuffer) buffers.push(data);
    else encode(kernel, data);
  });
}
