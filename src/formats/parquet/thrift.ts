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

/** n as an unsigned varint, seven bits a byte. @param n an integer 0..2^53-1 */
export function varint(n: number): number[] {
  const bytes = [];
  for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) | 128);
  return [...bytes, n];
}

/** n, which is not negative, as a zigzag varint. @param n an integer 0..2^52-1 */
export function zigzag(n: number): number[] {
  return varint(2 * n);
}
