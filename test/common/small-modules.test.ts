// Small modules that others share: binary search, CRC-32, the version and the settings for tests.

import { readFileSync } from 'node:fs';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { crc32 } from '../../src/common/crc32.js';
import { testSetting } from '../../src/common/test-settings.js';
import { VERSION } from '../../src/common/version.js';

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

it('crc32 returns the CRC-32 that zlib returns', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});

it('VERSION is the version in package.json', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

it.each([
  [undefined, undefined],
  ['0', 0],
  ['250', 250],
])('the value %s in the environment gives the setting %s to a test', (value, setting) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('FREECELL_DEALS_TEST_HEARTBEAT', value);
  expect(testSetting('HEARTBEAT')).toBe(setting);
  expect(testSetting('WORKER_DELAY')).toBeUndefined();
});
