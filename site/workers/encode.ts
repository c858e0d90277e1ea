// Encodes chunks of deals, or finds those for which a condition holds, with a kernel of its own, one after another, into buffers that come back to be used again:
// new ones for every chunk would wait for two garbage collectors, some hundred megabytes of them.

import {
  type DealNumbers,
  type EncoderName,
  type Engine,
  loadKernel,
  matchDeals,
} from 'freecell-deals/browser';

/** What to do with some deals. */
export type EncodeJob = { numbers: readonly DealNumbers[] } & ({ encoder: EncoderName } | { where: string });

type EncodeTask = EncodeJob & { id: number };

/** A task, or the buffer of an earlier result, which is no longer needed. */
export type EncodeOrder = EncodeTask | ArrayBuffer;

/** The bytes of the task, the numbers of the deals that it keeps, or why there are none. */
export type EncodeResult =
  | { id: number; bytes: Uint8Array<ArrayBuffer> }
  | { id: number; kept: Float64Array }
  | { id: number; message: string };

const BUFFER_STEP = 1024 * 1024; // bytes: chunks differ by a few, and then fit the same buffers

const buffers: ArrayBuffer[] = []; // free ones

/** A copy of what lies in the kernel's memory, which stays here. */
function copyOf(encoded: Uint8Array): Uint8Array<ArrayBuffer> {
  let buffer = buffers.pop();
  if (buffer === undefined || buffer.byteLength < encoded.length) {
    buffer = new ArrayBuffer(Math.ceil(encoded.length / BUFFER_STEP) * BUFFER_STEP);
  }
  const bytes = new Uint8Array(buffer, 0, encoded.length);
  bytes.set(encoded);
  return bytes;
}

async function encode(kernel: Promise<Engine>, { id, numbers, ...job }: EncodeTask): Promise<void> {
  try {
    const engine = await kernel;
    if ('where' in job) {
      postMessage({ id, kept: matchDeals(engine, numbers, job.where).slice() } satisfies EncodeResult);
      return;
    }
    const bytes = copyOf(engine.encode(job.encoder, numbers));
    postMessage({ id, bytes } satisfies EncodeResult, { transfer: [bytes.buffer] });
  } catch (error) {
    postMessage({ id, message: String((error as Error).message ?? error) } satisfies EncodeResult);
  }
}

export function startEncoder(): void {
  const kernel = loadKernel();
  addEventListener('message', ({ data }: MessageEvent<EncodeOrder>) => {
    if (data instanceof ArrayBuffer) buffers.push(data);
    else encode(kernel, data);
  });
}
