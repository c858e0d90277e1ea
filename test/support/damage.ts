// Damage to bytes at random, for tests that compare what is found with what was damaged.

import fc from 'fast-check';

/** Something that happens to bytes; the values from and to are parts of 1 of their length. */
export const damage = fc.record({
  how: fc.constantFrom('flip', 'cut', 'insert', 'remove', 'repeat', 'swap', 'fill'),
  from: fc.double({ min: 0, max: 0.999, noNaN: true }),
  to: fc.double({ min: 0, max: 0.999, noNaN: true }),
  byte: fc.integer({ min: 0, max: 255 }),
  isWhole: fc.boolean(), // whole records, where they have one size
});

type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

/** The damaged bytes, of which at most `most` in a row are changed. */
export function damaged(bytes: Buffer, one: Damage, size = 1, most = bytes.length): Buffer {
  const { how, from, to, byte, isWhole } = one;
  const offsetOf = (part: number) => {
    const offset = Math.floor(part * bytes.length);
    return isWhole ? offset - (offset % size) : offset;
  };
  const a = offsetOf(Math.min(from, to));
  const b = Math.min(a + most, offsetOf(Math.max(from, to)));
  const part = bytes.subarray(a, b);
  const [head, rest] = [bytes.subarray(0, a), bytes.subarray(b)];
  if (how === 'flip') return Buffer.from(bytes.map((old, i) => (i === a ? old ^ (1 << (byte & 7)) : old)));
  if (how === 'cut') return Buffer.from(bytes.subarray(0, b));
  if (how === 'insert') return Buffer.concat([head, Buffer.from([byte]), part, rest]);
  if (how === 'remove') return Buffer.concat([head, rest]);
  if (how === 'repeat') return Buffer.concat([head, part, part, rest]);
  if (how === 'swap') return Buffer.concat([rest, part, head]);
  return Buffer.concat([head, Buffer.alloc(b - a, byte), rest]);
}
