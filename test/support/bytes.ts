// Compares bytes, and says where they differ: a matcher of the runner would print all of them, or none.

import { expect } from 'vitest';

/** Fails unless both are the same bytes, and names the first offset at which they differ. */
export function checkSame(
  found: Uint8Array | undefined,
  wanted: Uint8Array | undefined,
  what = 'bytes',
): void {
  if (found === undefined || wanted === undefined) expect.fail(`${what}: there are none to compare`);
  if (Buffer.compare(found, wanted) === 0) return;
  let offset = 0;
  while (offset < found.length && found[offset] === wanted[offset]) offset++;
  expect.fail(
    `${what}: ${found.length} bytes, ${wanted.length} expected; the byte at offset ${offset} is ${found[offset]}, ` +
      `${wanted[offset]} expected`,
  );
}
