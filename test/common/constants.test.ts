// What stands in modules of its own so that all others can say it: the version, settings for tests, a remedy.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ADDRESS_REMEDY } from '../../src/common/errors.js';
import { testSetting } from '../../src/common/test-settings.js';
import { VERSION } from '../../src/common/version.js';

it('the version is that of the package', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

it('a kernel without memory names all remedies', () => {
  expect(ADDRESS_REMEDY).toBe(
    'a kernel takes 10 GB of addresses; use fewer threads, raise ulimit -v, or set NODE_OPTIONS=--disable-wasm-trap-handler',
  );
});

describe('a setting for tests', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    [undefined, undefined],
    ['0', 0],
    ['250', 250],
  ])('%s in the environment is %s', (value, setting) => {
    vi.stubEnv('FREECELL_DEALS_TEST_HEARTBEAT', value);
    expect(testSetting('HEARTBEAT')).toBe(setting);
    expect(testSetting('WORKER_DELAY')).toBeUndefined();
  });
});
