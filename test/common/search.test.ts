// Searches: how many are below, the nearest name, checksums.

import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { crc32 } from '../../src/common/crc32.js';
import { nearest } from '../../src/common/nearest.js';

it('counts what is below, for every count', () => {
  for (let count = 0; count < 40; count++) {
    for (let below = 0; below <= count; below++) {
      const asked: number[] = [];
      const found = countBelow(count, (i) => {
        asked.push(i);
        return i < below;
      });
      expect(found).toBe(below);
      expect(asked.every((i) => i >= 0 && i < count)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(6);
    }
  }
});

it.each([
  ['treads', 'threads'], // one left out
  ['threadss', 'threads'], // one too many
  ['xxxthreads', 'threads'],
  ['xxxxthreads', undefined],
  ['thraeds', 'threads'], // two replaced
  ['THREADS', 'threads'],
  ['outptu', 'output'],
  ['out', undefined],
  ['xxxxxx', undefined],
  ['forc', 'force'],
  ['fo', undefined],
  ['', undefined],
])('%j means %s', (word, name) => {
  expect(nearest(word, ['output', 'threads', 'force', 'resume'])).toBe(name);
});

it('takes the nearest, and of several the first', () => {
  expect(nearest('pos_7E', ['pos_8D', 'pos_7D', 'pos_7C'])).toBe('pos_7D');
  expect(nearest('card_1', ['card_10', 'card_1', 'card_11'])).toBe('card_1');
  expect(nearest('a', [])).toBeUndefined();
});

it('the CRC-32 is that of zlib', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});
