// Values of every type of Thrift's compact protocol are skipped: the field after each is read.

import { expect, it } from 'vitest';
import { StructReader } from '../../../src/formats/parquet/read-thrift.js';

const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12];

/** A struct: a field of a type and a value, then field 2 with 617. */
function structWith(type: number, ...value: number[]): Uint8Array {
  return Uint8Array.of((1 << 4) | type, ...value, (1 << 4) | I32, 0xd2, 0x09, 0);
}

it.each<[string, number, number[]]>([
  ['true', TRUE, []],
  ['false', FALSE, []],
  ['a byte', BYTE, [200]],
  ['a short number', I16, [0x80, 0x01]],
  ['a number', I32, [0xff, 0xff, 0x7f]],
  ['a long number', I64, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ['a double', DOUBLE, [1, 2, 3, 4, 5, 6, 7, 8]],
  ['no bytes', BINARY, [0]],
  ['bytes', BINARY, [3, 0, 0, 0]],
  ['a list of nothing', LIST, [I32]],
  ['a list of numbers', LIST, [(2 << 4) | I32, 1, 0x80, 0x01]],
  ['a list of truth values', LIST, [(3 << 4) | TRUE, 1, 2, 1]],
  ['a list of the other truth values', LIST, [(2 << 4) | FALSE, 1, 2]],
  ['a long list of bytes', LIST, [0xf0 | BYTE, 16, ...Array<number>(16).fill(0)]],
  ['a list of doubles', LIST, [(1 << 4) | DOUBLE, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['a list of lists', LIST, [(2 << 4) | LIST, (1 << 4) | BYTE, 9, I32]],
  ['a struct', STRUCT, [(3 << 4) | I32, 5, 0]],
  ['a struct whose ids are far apart', STRUCT, [I32, 0x80, 0x02, 5, 0]],
])('a field is skipped that is %s', (_, type, value) => {
  const read: number[] = [];
  const reader = new StructReader(structWith(type, ...value));
  reader.struct((id) => {
    if (id === 2) read.push(reader.integer());
  });
  expect(read).toEqual([617]);
});

it('reads the fields that are asked for, and the sizes of lists', () => {
  const bytes = structWith(LIST, (3 << 4) | BINARY, 1, 65, 0, 2, 66, 67);
  const reader = new StructReader(bytes);
  const read: unknown[] = [];
  reader.struct((id) => {
    if (id === 1)
      read.push(reader.list((i) => i !== 1 && read.push(Buffer.from(reader.binary()).toString())));
  });
  expect(read).toEqual(['A', 'BC', 3]);
});

it.each([
  [[1], -1],
  [[2], 1],
  [[0x80, 0x01], 64],
  [[0xff, 0xff, 0xff, 0xff, 0x0f], -(2 ** 31)],
  [[0xfe, 0xff, 0xff, 0xff, 0x3f], 8589934591],
])('the bytes %j are read as the number %d', (bytes, n) => {
  let read: number | undefined;
  const reader = new StructReader(Uint8Array.of((1 << 4) | I64, ...bytes, 0));
  reader.struct(() => {
    read = reader.integer();
  });
  expect(read).toBe(n);
});
