// Paths on Windows. The imitation of Windows in test/platforms runs the command; these tests have no file system.

import { devNull } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { faultOfName, nullDeviceOf } from '../../src/io/platform.js';
import { pairsIn } from '../support/golden.js';

const { platform } = vi.hoisted(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  return { platform };
});
Object.defineProperty(process, 'platform', { value: platform });

describe('on Windows', () => {
  it.each(pairsIn('windows-paths.txt'))('%s %s', (path, expected) => {
    const fault = faultOfName(path);
    if (expected === 'can name a file') expect(fault).toBeUndefined();
    else expect(fault).toContain(`Windows ${expected}`);
  });

  it.each([
    ['NUL', devNull],
    ['nul:', devNull],
    ['C:\\nul', undefined],
    ['nul.bin', undefined],
    ['annul', undefined],
  ])('the null device of %s is %s', (path, device) => {
    expect(nullDeviceOf(path)).toBe(device);
  });
});
