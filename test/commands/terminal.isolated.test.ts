import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showsUnicode, stopSignal } from '../../src/commands/terminal.js';

const { lines } = vi.hoisted(() => ({ lines: [] as string[] }));

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  writeSync: (fd: number, text: string) => lines.push(`${fd}: ${text}`),
}));

describe('stopSignal', () => {
  let signal: AbortSignal;
  const names = ['SIGINT', 'SIGTERM'] as const;
  const listeners = names.map((name) => process.listeners(name) as NodeJS.SignalsListener[]);
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    vi.setSystemTime(0);
    lines.length = 0;
    kill.mockClear();
    for (const name of names) process.removeAllListeners(name);
    signal = stopSignal(() => ' after 7 deals');
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const [i, name] of names.entries()) {
      process.removeAllListeners(name);
      for (const listener of listeners[i]) process.on(name, listener);
    }
  });

  const emit = (name: 'SIGINT' | 'SIGTERM') => process.emit(name, name);

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('aborts on the first %s with status %d', (name, status) => {
    expect(signal.aborted).toBe(false);
    emit(name);
    expect(signal.reason).toMatchObject({ message: `stopped by ${name} after 7 deals`, status });
    expect(kill).not.toHaveBeenCalled();
  });

  it('ends the process one second after a signal if the run has not ended by then', async () => {
    emit('SIGTERM');
    emit('SIGTERM'); // timeout and npm signal the process on top of its group
    vi.advanceTimersByTime(500);
    expect(kill).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']]);
    expect(process.listenerCount('SIGTERM')).toBe(0); // so that it is not caught again
    expect(lines).toEqual(['2: freecell-deals: stopped by SIGTERM after 7 deals\n']);
  });
});

it.each([
  ['C.UTF-8', 'C', 'C', true],
  ['C', 'C.UTF-8', 'C.UTF-8', false],
  ['', 'C.UTF-8', 'C', true],
  ['', '', 'en_US.utf8', true],
])('LC_ALL %j comes before LC_CTYPE %j, that before LANG %j: UTF-8 %s', (LC_ALL, LC_CTYPE, LANG, isUtf8) => {
  for (const [name, value] of Object.entries({ LC_ALL, LC_CTYPE, LANG })) vi.stubEnv(name, value);
  expect(showsUnicode()).toBe(isUtf8);
  vi.unstubAllEnvs();
});
