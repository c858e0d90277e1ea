// Paths on Windows. The imitation of Windows in test/platforms runs the command; these tests have no file system.

import { devNull } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { faultOfName, nullDeviceOf } from '../../src/io/platform.js';

const { platform } = vi.hoisted(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  return { platform };
});
Object.defineProperty(process, 'platform', { value: platform });

describe('on Windows', () => {
  it.each([
    'deals.txt',
    'C:\\deals.txt',
    'c:/deals.txt',
    'C:deals.txt',
    'D:\\deals\\2026/a.b.bin',
    '\\\\server\\share\\deals.bin',
    '\\\\?\\C:\\deals.bin',
    '//./pipe/deals',
    '..\\console\\auxiliary.bin',
    'com10.bin',
    'lpt.bin',
  ])('%s can name a file', (path) => {
    expect(faultOfName(path)).toBeUndefined();
  });

  it.each([
    ['C:\\CON', 'reserves the name CON '],
    ['C:/aux.txt', 'reserves the name aux.txt '],
    ['prn\\deals.bin', 'reserves the name prn '],
    ['C:\\deals\\com1/a.bin', 'reserves the name com1 '],
    ['lpt9.tar.gz', 'reserves the name lpt9.tar.gz '],
    ['deals\\nul.bin', 'reserves the name nul.bin '],
    ['C:\\D:\\deals.bin', 'does not allow ":"'],
    ['CD:\\deals.bin', 'does not allow ":"'],
    ['deals?\\a.bin', 'does not allow "?"'],
    ...[...'<>"|*\t'].map((char) => [`C:\\b\\a${char}`, `does not allow ${JSON.stringify(char)}`]),
  ])('%s cannot name a file', (path, fault) => {
    expect(faultOfName(path)).toContain(`Windows ${fault}`);
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
