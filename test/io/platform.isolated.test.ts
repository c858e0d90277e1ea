// What is different on Windows, and what no disk of a test shows: its free bytes, a file that stays open elsewhere.

import type { BigIntStats } from 'node:fs';
import { devNull } from 'node:os';
import { beforeEach, expect, it, vi } from 'vitest';
import { ReaderClosedError } from '../../src/common/errors.js';
import {
  checkSpace,
  endBySignal,
  faultOfName,
  isSameIdentity,
  nullDeviceOf,
  retryWhileHeld,
} from '../../src/io/platform.js';
import { isWaiting, readStream, writeStream } from '../../src/io/stream.js';
import { pairsIn } from '../support/golden.js';

const { platform, system } = vi.hoisted(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  return { platform, system: { code: '', slept: 0 } };
});
Object.defineProperty(process, 'platform', { value: platform });

const failed = (code: string) => Object.assign(new Error(`${code}: said the system`), { code });

vi.mock('node:fs', async (original) => {
  const { promisify } = await import('node:util');
  const fail = async () => {
    throw failed(system.code);
  };
  const call = Object.assign(() => {}, { [promisify.custom]: fail });
  const statfsSync = () => ({ blocks: 9, bfree: 7, bavail: 5, bsize: 1000, frsize: 1 });
  return { ...(await original<typeof import('node:fs')>()), read: call, write: call, statfsSync };
});
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: async (ms: number) => {
    system.slept += ms;
  },
}));

beforeEach(() => void Object.assign(system, { slept: 0 }));

it.each(pairsIn('windows-paths.txt'))('on Windows, %s %s', (path, expected) => {
  const [fault, device] = [faultOfName(path), nullDeviceOf(path)];
  if (expected === 'is the null device') return expect(device).toBe(devNull);
  expect(device).toBeUndefined();
  if (expected === 'can name a file') expect(fault).toBeUndefined();
  else expect(fault).toContain(`Windows ${expected}`);
});

it.each(['EBUSY', 'EPERM', 'EACCES'])('on Windows, %s is tried for a second, then is EBUSY', async (code) => {
  const action = vi.fn(() => {
    throw failed(code);
  });
  await expect(retryWhileHeld(action)).rejects.toMatchObject({
    code: 'EBUSY',
    message: `${code}: said the system`,
  });
  expect(system.slept).toBe(1000);
  action.mockClear();
  await expect(retryWhileHeld(() => (action.mock.calls.length < 3 ? action() : 'done'))).resolves.toBe(
    'done',
  );
});

it('on Windows, two files are the same if their numbers are, whatever their volumes', () => {
  const same = (a: object, b: object) => isSameIdentity(a as BigIntStats, b as BigIntStats);
  expect(same({ ino: 5n, dev: 1n }, { ino: 5n, dev: 2n })).toBe(true);
  expect(same({ ino: 5n, dev: 1n }, { ino: 6n, dev: 1n })).toBe(false);
  expect(same({ ino: 0n, dev: 1n }, { ino: 0n, dev: 1n })).toBe(false);
});

it('on Windows, a process that waits for no reader ends with the status of the signal', () => {
  const listeners = vi.spyOn(process, 'removeAllListeners').mockReturnValue(process);
  const exit = vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`exit ${status}`);
  });
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  expect(() => endBySignal('SIGINT', 130, false)).toThrow('exit 130');
  expect(kill).not.toHaveBeenCalled();
  endBySignal('SIGTERM', 143, true);
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']]);
  expect(listeners.mock.calls).toEqual([['SIGINT'], ['SIGTERM']]);
  for (const spy of [listeners, exit, kill]) spy.mockRestore();
});

it('a disk has the bytes free that a user who is not root may write', () => {
  expect(() => checkSpace('.', 5000)).not.toThrow();
  const message = 'it needs 5,001 bytes and the disk has 5,000 free; free some or write elsewhere';
  expect(() => checkSpace('.', 5001)).toThrow(expect.objectContaining({ code: 'ENOSPC', message }));
});

it('a pipe of Windows ends with EOF, as does its reader, and an error leaves no call that waits', async () => {
  const bytes = new Uint8Array(9);
  for (const code of ['EOF', 'EPIPE']) {
    system.code = code;
    const written = writeStream(9, bytes);
    expect(isWaiting()).toBe(true);
    await expect(written).rejects.toThrow(ReaderClosedError);
    if (code === 'EOF') expect(await readStream(9, bytes)).toBe(0);
    else await expect(readStream(9, bytes)).rejects.toThrow(code);
  }
  expect(isWaiting()).toBe(false);
});
