// Encodes chunks of deals, or finds the deals for which a condition holds, with its own kernel, one task after another. The page
// gives the buffers back for reuse: new ones for every chunk would leave hundreds of megabytes to two garbage collectors.

import { type DealNumbers, type EncoderName, loadEngine, matchDeals } from 'freecell-deals/internal';
import { hasCells, loadData, namesCells } from '../data.js';

/** A task: deals to encode, or to evaluate a condition for. */
export type EncodeTask = { numbers: readonly DealNumbers[] } & ({ encoder: EncoderName } | { where: string });

/** The bytes, or the numbers of matching deals. */
export type Encoded = Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

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

/** Has the next results reuse the buffer of an earlier one. */
export function keepBuffer(buffer: ArrayBuffer): void {
  buffers.push(buffer);
}

let kernel: ReturnType<typeof loadEngine> | undefined;

export async function encode({ numbers, ...task }: EncodeTask): Promise<Encoded> {
  kernel ??= loadEngine();
  const engine = await kernel;
  if ('where' in task ? namesCells(task.where) : hasCells(task.encoder)) await loadData();
  return 'where' in task
    ? (matchDeals(engine, numbers, task.where).slice() as Float64Array<ArrayBuffer>)
    : copyOf(engine.encode(task.encoder, numbers));
}
