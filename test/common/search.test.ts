// Searches: how many are below, checksums.

import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { crc32 } from '../../src/common/crc32.js';

it('countBelow counts the items below, for every count', () => {
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

it('the CRC-32 is that of zlib', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});
