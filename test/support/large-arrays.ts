// Makes toEqual report the first difference of two long arrays. The runner would print and align all elements, which takes
// minutes. `not.toEqual` cannot be used with such arrays.

import { expect } from 'vitest';

const LONG = 2000;

type Elements = ArrayLike<unknown>;

function isLong(value: unknown): value is Elements {
  return (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as unknown as Elements).length > LONG;
}

function checkSame(a: unknown, b: unknown): boolean | undefined {
  if (!isLong(a) || !isLong(b) || typeof a[0] === 'object') return undefined;
  let same = 0;
  while (same < a.length && same < b.length && Object.is(a[same], b[same])) same++;
  if (same === a.length && same === b.length) return true;
  throw new Error(
    `arrays of ${a.length} and ${b.length} elements differ first at index ${same}: ${a[same]} and ${b[same]}`,
  );
}

const shared = globalThis as { comparesLongArrays?: boolean };
if (!shared.comparesLongArrays) expect.addEqualityTesters([checkSame]);
shared.comparesLongArrays = true;
