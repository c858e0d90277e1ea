// Compares bytes by their digest, or says where they differ: a matcher of the runner would print all of them, or none.

import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/** SHA-256 of the card bytes of 1..1000000, computed by other programs. */
export const MILLION = '2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d';

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Fails unless both are the same bytes, and names the first offset at which they differ. */
export function checkSame(found: Uint8Array, wanted: Uint8Array, what = 'bytes'): void {
  if (Buffer.compare(found, wanted) === 0) return;
  const at = found.findIndex((byte, i) => byte !== wanted[i]);
  const where = at < 0 ? 'the end is missing' : `at offset ${at} is ${found[at]}, ${wanted[at]} expected`;
  expect.fail(`${what}: ${found.length} bytes, ${wanted.length} expected; ${where}`);
}
