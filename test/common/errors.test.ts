// Every system error in the tables is explained in words, and errors keep their class between threads.

import { expect, it } from 'vitest';
import {
  DamageError,
  FilterError,
  InputError,
  inputError,
  messageOf,
  OutputError,
  OutputProblem,
  ReadError,
  ReaderClosedError,
  toError,
  toFailure,
  WorkerError,
  WriteError,
} from '../../src/common/errors.js';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the system says it`), { code });
}

const CODES = [
  ...['EBADF', 'EDQUOT', 'EEXIST', 'EFBIG', 'ELOOP', 'EMFILE', 'ENOSPC', 'ENXIO', 'EPERM', 'EROFS'],
  ...['EACCES', 'EBUSY', 'EIO', 'EISDIR', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR'],
];

it.each([
  ...CODES.map((code) => [new ReadError('a.bin', systemError(code)), 'ReadError', code] as const),
  ...CODES.map((code) => [new OutputError('a.bin', systemError(code)), 'OutputError', code] as const),
])('the message of %s has a cause and a remedy in words', (error, name, code) => {
  expect(error).toMatchObject({ name, code, cause: { code } });
  expect(error.message).toMatch(/^cannot (read|write) a\.bin: [a-z][^;:]*; [a-z][^;:]*$/);
});

it('the remedy for a system error on reading differs from that on writing', () => {
  const [missing, read] = [systemError('ENOENT'), 'there is no such file; check the path'];
  expect(new ReadError('a.bin', missing).message).toBe(`cannot read a.bin: ${read}`);
  const wrote = 'cannot write a.bin: its folder does not exist; create it first, and so on';
  expect(new OutputError('a.bin', missing, ', and so on').message).toBe(wrote);
});

it('an error without a known code, or with its final message, is shown as it is', () => {
  const error = new OutputError('a.bin', new Error('no code'));
  expect(error).toMatchObject({ code: undefined, message: 'cannot write a.bin: no code' });
  const unknown = new ReadError('a', systemError('EXDEV'));
  expect(unknown.message).toBe('cannot read a: EXDEV: as the system says it');
  const long = `a\n${'b'.repeat(1e5)}`; // no path of a system
  expect(new ReadError(long, new Error(long)).message).toMatch(/^cannot read a\\nb+\.\.\.: a\\nb+\.\.\.$/);
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

it('an error of each class has its own name, and keeps its cause', () => {
  const cause = systemError('ENOSPC');
  const withCause = [new WriteError(cause), new ReadError('a.bin', cause), new OutputError('a.bin', cause)];
  const others = [InputError, FilterError, WorkerError, DamageError].map((type) => new type('m'));
  for (const error of [...withCause, ...others, new ReaderClosedError()])
    expect(error.name).toBe(error.constructor.name);
  expect(withCause.filter((error) => error.cause !== cause)).toEqual([]);
  expect(new ReaderClosedError().message).toBe('the reader has closed the pipe');
});

it('a message names the options of the library, or the flags of the command, and leaves a path as it is', () => {
  const names = { force: '--force', resume: '--resume', format: '--format' };
  const problem = new OutputProblem('EEXIST', ({ force }) => `use ${force}`);
  const path = 'force: true --force';
  const error = new OutputError(path, problem);
  expect(error.message).toBe(`cannot write ${path}: use force: true`);
  expect(messageOf(error, names)).toBe(`cannot write ${path}: use --force`);
  const full = new OutputError('a', systemError('ENOSPC'), ({ resume }) => `, then ${resume}`);
  expect(messageOf(full, names)).toMatch(/elsewhere, then --resume$/);
  expect(inputError(({ resume }) => resume).message).toBe('resume: true');
  const unknownFormat = inputError(({ format }) => format);
  expect(messageOf(unknownFormat, names)).toBe('--format');
  expect(messageOf(new Error(path), names)).toBe(path);
});
