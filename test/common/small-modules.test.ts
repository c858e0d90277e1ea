// Small modules that others share: binary search, CRC-32, near names, quotation, errors. Every system error in the tables is
// explained in words, and errors keep their class between threads.

import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBelow } from '../../src/common/binary-search.js';
import { crc32 } from '../../src/common/crc32.js';
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
import { nearest } from '../../src/common/nearest.js';
import { quote, shellQuoted, thrownText } from '../../src/common/quote.js';
import { rowsIn } from '../support/golden.js';

it('countBelow counts the items below, for every count', () => {
  for (let count = 0; count < 40; count++) {
    for (let below = 0; below <= count; below++) {
      const asked: number[] = [];
      const found = countBelow(count, (i) => {
        asked.push(i);
        return i < below;
      });
      expect(found).toBe(below);
      expect(asked.every((i) => i >= 0 && i < count)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(6);
    }
  }
});

it('crc32 returns the CRC-32 that zlib returns', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === zlibCrc32(bytes)));
});

const NAMES = ['greatest', 'abcdef', 'abcxyz', 'least', 'pos_AD', 'pos_TD', 'in', 'deal'];

it.each(rowsIn<[string, string[]]>('suggested-names.txt'))("'%s' is suggested for %j", (name, words) => {
  const wrong = words.filter((word) => nearest(word, NAMES) !== (name === '' ? undefined : name));
  expect(wrong).toEqual([]);
});

it.each([
  ...rowsIn<[unknown, string]>('quoted-values.txt'),
  [5n, '5n'],
  [10n ** 60n, `1${'0'.repeat(59)}...`],
  ['x'.repeat(60), `'${'x'.repeat(60)}'`],
  ['x'.repeat(61), `'${'x'.repeat(60)}...'`],
  [undefined, 'undefined'],
  [{ toString: () => '\u001b' }, '[object Object]'],
  [Object.create(null), '[object Object]'],
  [Symbol('a'), 'Symbol(a)'],
  [Object.assign(() => 1, { toString: () => '\u001b' }), 'a function'],
])('quote shows %o as %s', (value, shown) => {
  expect(quote(value)).toBe(shown);
});

it.each<[string, unknown, string]>([
  ['an error', new RangeError('too far'), 'too far'],
  ...rowsIn<[string, unknown, string]>('thrown-values.txt'),
  ['an error without a message', new Error(), '[object Error]'],
  ['undefined', undefined, 'undefined'],
  ['1,000 characters', 'x'.repeat(1000), 'x'.repeat(1000)],
  ['1,001 characters', 'x'.repeat(1001), `${'x'.repeat(1000)}...`],
  ['an error with 1,001 characters', new Error('x'.repeat(1001)), `${'x'.repeat(1000)}...`],
])('thrownText returns the text of %s', (_, thrown, text) => {
  expect(thrownText(thrown)).toBe(text);
});

it('shellQuoted quotes what a shell would change', () => {
  const words = "a/b.txt,-@:%+,a=b,x(2),=a,~a,$a,it's y'all,".split(',');
  expect(words.map(shellQuoted).join(' ')).toBe(
    "a/b.txt -@:%+ a=b 'x(2)' '=a' '~a' '$a' 'it'\\''s y'\\''all' ''",
  );
});

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

it.each(['UNKNOWN', 'Unknown system error -122'])('a used-up quota of code %s is explained', (code) => {
  const error = Object.assign(systemError(code), { errno: -122 });
  const why = 'the disk quota is used up; free some space or write elsewhere';
  expect(new OutputError('a.bin', new WriteError(error))).toMatchObject({
    code: 'EDQUOT',
    message: `cannot write a.bin: ${why}`,
  });
});

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
