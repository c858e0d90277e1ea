// Small modules that others share: the version and the settings for tests.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testSetting } from '../../src/common/test-settings.js';
import { VERSION } from '../../src/common/version.js';

it('VERSION is the version in package.json', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

describe('a setting for tests', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    [undefined, undefined],
    ['0', 0],
    ['250', 250],
  ])('the value %s in the environment sets %s', (value, setting) => {
    vi.stubEnv('FREECELL_DEALS_TEST_HEARTBEAT', value);
    expect(testSetting('HEARTBEAT')).toBe(setting);
    expect(testSetting('WORKER_DELAY')).toBeUndefined();
  });
});
