// Every system error in the tables is explained in words, and errors keep their class between threads.

import { expect, it } from 'vitest';
import {
  DamageError,
  FilterError,
  OutputError,
  OutputProblem,
  ReadError,
  toError,
  toFailure,
  WriteError,
} from '../../src/common/errors.js';
import { rowsIn } from '../support/golden.js';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the system says it`), { code });
}

it.each(rowsIn<[code: string, written: string, read?: string]>('system-errors.txt'))(
  'the system error %s has a cause and a remedy in words: %s',
  (code, written, read = written) => {
    const errors = [ReadError, OutputError].map((type) => new type('a.bin', systemError(code)));
    const messages = [`cannot read a.bin: ${read}`, `cannot write a.bin: ${written}`];
    expect(errors).toMatchObject(messages.map((message) => ({ code, cause: { code }, message })));
  },
);

it.each(['UNKNOWN', 'Unknown system error -122'])(
  'a quota that is used up, of code %s, is explained',
  (code) => {
    const error = Object.assign(systemError(code), { errno: -122 });
    const why = 'the disk quota is used up; free some space or write elsewhere';
    expect(new OutputError('a.bin', new WriteError(error))).toMatchObject({
      code: 'EDQUOT',
      message: `cannot write a.bin: ${why}`,
    });
  },
);

it('an error without a known code, or with its final message, is shown as it is', () => {
  const error = new OutputError('a.bin', new Error('no code'));
  expect(error).toMatchObject({ code: undefined, message: 'cannot write a.bin: no code' });
  const unknown = new ReadError('a', systemError('EXDEV'));
  expect(unknown.message).toBe('cannot read a: EXDEV: as the system says it');
  const long = `a\n${'b'.repeat(1e5)}`; // no path of a system
  expect(new ReadError(long, new Error(long)).message).toMatch(/^cannot read a\\nb+\.\.\.: a\\nb+\.\.\.$/);
  const full = new OutputError('a.bin', systemError('EIO'), ', and so on');
  expect(full.message).toBe('cannot write a.bin: the device failed; check the disk, and so on');
  const problem = new OutputProblem('ENOSPC', 'mine'); // with its own remedy
  expect(new OutputError('a.bin', problem, ', and so on').message).toBe('cannot write a.bin: mine');
});

it('an error that leaves a thread keeps its class if tasks throw that class on purpose', () => {
  expect(toError(toFailure(new FilterError('f throws')))).toBeInstanceOf(FilterError);
  const written = toError(toFailure(new WriteError(systemError('ENOSPC'))));
  expect(written).toBeInstanceOf(WriteError);
  expect(written).toMatchObject({ code: 'ENOSPC', message: 'ENOSPC: as the system says it' });
  const other = toError(toFailure(new DamageError('it is cut off')));
  expect(other).not.toBeInstanceOf(DamageError);
  expect(other.message).toBe('it is cut off');
  expect('code' in other).toBe(false);
  expect(toError(toFailure(systemError('EIO')))).toMatchObject({ code: 'EIO' });
  expect(toFailure(null)).toEqual({ message: 'null' });
});
