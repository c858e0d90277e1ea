// Writes structs in Thrift's compact protocol, the encoding of Parquet's metadata, and finds values in them.

// types of values: thrift-compact-protocol.md of apache/thrift
const I32 = 5;
const I64 = 6;
const BINARY = 8;
export const LIST = 9;
export const STRUCT = 12;

export const STOP = 0; // the byte after the last field of a struct

const LONG_LIST = 15; // the least size of a list whose header does not hold the size, which then follows

/** More than the ids that Parquet's structs use; a loop up to it is faster than one over the keys of an object. */
const MAX_ID = 15;

/** A value: a number is an I32, a bigint an I64. The values of a list have one type; an empty list has structs. */
type Value = number | bigint | string | Uint8Array | readonly Value[] | Struct;

/** The fields of a struct by their ids, 1..MAX_ID; an undefined field is left out. */
export interface Struct {
  [id: number]: Value | undefined;
}

/** Encodes an integer 0..2^53-1 as an unsigned varint, seven bits per byte, and appends it to `out`. */
export function varint(n: number, out: number[] = []): number[] {
  let rest = n;
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128);
  out.push(rest);
  return out;
}

function typeOf(value: Value): number {
  if (typeof value === 'number') return I32;
  if (typeof value === 'bigint') return I64;
  if (typeof value === 'string' || value instanceof Uint8Array) return BINARY;
  return Array.isArray(value) ? LIST : STRUCT;
}

function addValue(out: number[], value: Value): void {
  if (typeof value === 'number' || typeof value === 'bigint') {
    varint(2 * Number(value), out); // zigzag
  } else if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
    varint(bytes.length, out);
    for (const byte of bytes) out.push(byte);
  } else if (Array.isArray(value)) {
    for (const byte of listHeader(typeOf(value[0] ?? {}), value.length)) out.push(byte);
    for (const element of value) addValue(out, element);
  } else {
    fieldBytes(value as Struct, 0, out);
    out.push(STOP);
  }
}

/** Encodes the fields after the field `before` of a struct, without the end of the struct. Appends to `out`. */
export function fieldBytes(fields: Struct, before = 0, out: number[] = []): number[] {
  let last = before;
  for (let id = before + 1; id <= MAX_ID; id++) {
    const value = fields[id];
    if (value === undefined) continue;
    out.push(((id - last) << 4) | typeOf(value));
    last = id;
    addValue(out, value);
  }
  return out;
}

/** Encodes the start of a list, which its values follow. */
export function listHeader(type: number, size: number): number[] {
  return size < LONG_LIST ? [(size << 4) | type] : [(LONG_LIST << 4) | type, ...varint(size)];
}

export function structBytes(fields: Struct): number[] {
  return [...fieldBytes(fields), STOP];
}

/** A value that was read: an integer, the bytes of a BINARY, a list, or a struct, whose fields have their ids. */
export type Read = number | Uint8Array | { [idOrIndex: number]: Read };

/** Most values that are read at once, above the 1,500 of a row group: a bound for hostile bytes. */
const MAX_VALUES = 3000;

/**
 * Reads a struct at an offset, or those of its fields that follow the field `before`. What has another type than the
 * values that are written here, or comes after the end of the bytes, is 0 or left out.
 */
export function readStruct(bytes: Uint8Array, offset: number, before = 0): Read {
  let at = offset;
  let left = MAX_VALUES;
  const isLeft = () => left > 0 && at < bytes.length;
  /** An unsigned varint, rounded from 2^53 on. */
  const readVarint = (): number => {
    let n = 0;
    for (let factor = 1; factor < 2 ** 56; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      n += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return n;
  };
  const readValue = (type: number, before = 0): Read => {
    left--;
    if (type === I32 || type === I64) return Math.floor(readVarint() / 2); // zigzag
    if (type === BINARY) {
      const length = readVarint();
      at += length;
      return bytes.subarray(at - length, at);
    }
    const values: { [idOrIndex: number]: Read } = {};
    if (type === LIST) {
      const header = bytes[at++];
      const size = header >> 4 === LONG_LIST ? readVarint() : header >> 4;
      for (let i = 0; i < size && isLeft(); i++) values[i] = readValue(header & 15);
    } else if (type === STRUCT) {
      for (let id = before; isLeft() && bytes[at] !== STOP; ) {
        const header = bytes[at++];
        id += header >> 4;
        values[id] = readValue(header & 15);
      }
      at++;
    }
    return values;
  };
  return readValue(STRUCT, before);
}
