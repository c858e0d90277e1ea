// Paths on Windows. The imitation of Windows in test/platforms runs the command; these tests have no file system.

import { devNull } from 'node:os';
import { expect, it, vi } from 'vitest';
import { faultOfName, nullDeviceOf } from '../../src/io/platform.js';
import { pairsIn } from '../support/golden.js';

const { platform } = vi.hoisted(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  return { platform };
});
Object.defineProperty(process, 'platform', { value: platform });

it.each(pairsIn('windows-paths.txt'))('on Windows, %s %s', (path, expected) => {
  const [fault, device] = [faultOfName(path), nullDeviceOf(path)];
  if (expected === 'is the null device') return expect(device).toBe(devNull);
  expect(device).toBeUndefined();
  if (expected === 'can name a file') expect(fault).toBeUndefined();
  else expect(fault).toContain(`Windows ${expected}`);
});
