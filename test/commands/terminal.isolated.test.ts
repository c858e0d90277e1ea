import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../../src/commands/command-line.js';
import { openReport, print, showsUnicode, stopSignal } from '../../src/commands/terminal.js';
import * as verb from '../../src/verbs/verify.js';
import { rowsIn } from '../support/golden.js';

const { lines } = vi.hoisted(() => ({ lines: [] as string[] }));

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  writeSync: (fd: number, text: string) => lines.push(`${fd}: ${text}`),
  write: Object.assign(() => {}, { [promisify.custom]: () => new Promise(() => {}) }), // nobody reads
}));

vi.mock('node:tty', () => ({ isatty: (fd: number) => fd === 2 }));

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

  it('ends the process one second after a signal if the run has not ended, and says so in place of its progress', async () => {
    print('5%', true);
    emit('SIGTERM');
    emit('SIGTERM'); // timeout and npm signal the process on top of its group
    vi.advanceTimersByTime(500);
    expect(kill).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']]);
    expect(process.listenerCount('SIGTERM')).toBe(0); // so that it is not caught again
    expect(lines).toEqual(['2: 5%', '2: \r\u001b[Kfreecell-deals: stopped by SIGTERM after 7 deals\n']);
  });

  it.each([
    ['has printed its message, as its status tells', 143],
    ['waits for the reader of its JSON', undefined],
  ])('ends the process without a line if the run %s', async (_, exitCode) => {
    process.exitCode = exitCode;
    openReport(exitCode === undefined ? ['verify', '--json'] : []);
    onTestFinished(() => {
      process.exitCode = undefined;
      openReport([]);
    });
    emit('SIGTERM');
    vi.advanceTimersByTime(999);
    await vi.waitFor(() => expect(kill).toHaveBeenCalled());
    expect(lines).toEqual([]);
  });

  const LINE = ['2: 5 deals', '2: \r\u001b[K']; // shown and removed

  it.each([
    ['its own progress', 'xterm', LINE],
    ['no progress on a terminal without a cursor', 'dumb', []],
  ])('ends verify, without a fault of the file; each file has %s', async (_, TERM, progress) => {
    vi.stubEnv('TERM', TERM);
    const verify = vi.spyOn(verb, 'verify').mockImplementation(async (file, { signal, onProgress } = {}) => {
      vi.advanceTimersByTime(300);
      onProgress?.({ records: 5, bytes: 100, totalBytes: undefined });
      if (file === 'a.bin') throw new Error('bad');
      emit('SIGINT');
      throw signal?.reason;
    });
    onTestFinished(() => void verify.mockRestore());
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await main(['verify', 'a.bin', 'b.bin', 'c.bin'])).toBe(130);
    const said = ['2: freecell-deals: a.bin: bad\n', '2: freecell-deals: stopped by SIGINT\n'];
    expect(lines).toEqual([...progress, said[0], ...progress, said[1]]);
  });
});

it.each(rowsIn<[string, string, string, boolean]>('locales.txt'))(
  'LC_ALL %j comes before LC_CTYPE %j, that before LANG %j: UTF-8 %s',
  (LC_ALL, LC_CTYPE, LANG, isUtf8) => {
    for (const [name, value] of Object.entries({ LC_ALL, LC_CTYPE, LANG })) vi.stubEnv(name, value);
    expect(showsUnicode()).toBe(isUtf8);
    vi.unstubAllEnvs();
  },
);
