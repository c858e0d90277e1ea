// Encodes chunks of deals with a kernel of its own, one after another.

import { type DealNumbers, type EncoderName, loadKernel } from 'freecell-deals/browser';

export interface EncodeTask {
  id: number;
  encoder: EncoderName;
  numbers: readonly DealNumbers[];
}

/** The bytes of the task, or why there are none. */
export type EncodeResult = { id: number; bytes: Uint8Array } | { id: number; message: string };

const kernel = loadKernel();

addEventListener('message', async ({ data: { id, encoder, numbers } }: MessageEvent<EncodeTask>) => {
  try {
    // a copy, which is handed over: the kernel's memory stays here
    const bytes = (await kernel).encode(encoder, numbers).slice();
    postMessage({ id, bytes } satisfies EncodeResult, { transfer: [bytes.buffer] });
  } catch (error) {
    postMessage({ id, message: String((error as Error).message ?? error) } satisfies EncodeResult);
  }
});
