// Thrift structs as bytes, and the numbers that Parquet gives to names (parquet.thrift of apache/parquet-format).

import {
  CompressionCodecs,
  ConvertedTypes,
  Encodings,
  FieldRepetitionTypes,
  PageTypes,
  ParquetTypes,
} from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';

export const INT32 = ParquetTypes.indexOf('INT32');
export const INT64 = ParquetTypes.indexOf('INT64');
export const BYTE_ARRAY = ParquetTypes.indexOf('BYTE_ARRAY');
export const REQUIRED = FieldRepetitionTypes.indexOf('REQUIRED');
export const UTF8 = ConvertedTypes.indexOf('UTF8');
export const UINT_8 = ConvertedTypes.indexOf('UINT_8');
export const UNCOMPRESSED = CompressionCodecs.indexOf('UNCOMPRESSED');
export const DATA_PAGE = PageTypes.indexOf('DATA_PAGE');
export const DICTIONARY_PAGE = PageTypes.indexOf('DICTIONARY_PAGE');
export const PLAIN = Encodings.indexOf('PLAIN');
export const RLE = Encodings.indexOf('RLE');
export const DELTA_BINARY_PACKED = Encodings.indexOf('DELTA_BINARY_PACKED');
export const RLE_DICTIONARY = Encodings.indexOf('RLE_DICTIONARY');

/**
 * A struct by the ids of its fields: a number is an i32, a bigint an i64. Fields that are undefined are left out.
 * Their order must be ascending.
 */
export type ThriftStruct = { [field: `field_${number}`]: unknown };

/** The bytes of a struct in the compact protocol, ended by its stop byte. */
export function structBytes(struct: ThriftStruct): Uint8Array {
  const writer = new ByteWriter();
  serializeTCompactProtocol(writer, struct);
  return writer.getBytes();
}

/** Longest varint of an integer below 2^53, bytes. */
export const MAX_VARINT_BYTES = 8;

/** Writes an integer 0..2^53-1 as an unsigned varint, seven bits a byte; returns the offset behind it. */
function writeVarint(out: Uint8Array, offset: number, n: number): number {
  let [end, rest] = [offset, n];
  for (; rest > 127; rest = Math.floor(rest / 128)) out[end++] = (rest % 128) | 128;
  out[end++] = rest;
  return end;
}

/** Writes an integer 0..2^52-1 as a zigzag varint; returns the offset behind it. */
export function writeZigzag(out: Uint8Array, offset: number, n: number): number {
  return writeVarint(out, offset, 2 * n);
}

export function varint(n: number): Uint8Array {
  const bytes = new Uint8Array(MAX_VARINT_BYTES);
  return bytes.subarray(0, writeVarint(bytes, 0, n));
}

export function zigzag(n: number): Uint8Array {
  return varint(2 * n);
}
