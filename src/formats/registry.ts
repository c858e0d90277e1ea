// The formats there are, by name, by file extension and by encoder.

import { InputError } from '../common/errors.js';
import { binary, cardsRecord, numberedRecord } from './binary.js';
import type { EncoderName, Format, RecordEncoder, RecordType } from './format.js';
import { lineRecord, ndjson } from './ndjson.js';
import { numberRecord, numbers } from './numbers.js';
import { ROW_GROUP_DEALS } from './parquet/row-group.js';
import { parquet } from './parquet.js';
import { boardRecord, text } from './text.js';

const formats: readonly Format[] = [binary, ndjson, text, numbers, parquet];

const records: readonly RecordType[] = [cardsRecord, numberedRecord, lineRecord, boardRecord, numberRecord];

/** The names that -f takes, for messages. */
export const FORMAT_NAMES = formats.map((format) => format.name).join(', ');

/** The type of record that an encoder writes. */
export function recordTypeOf(encoder: RecordEncoder): RecordType {
  return records.find((record) => record.encoder === encoder) as RecordType;
}

/** Deals that an engine should encode at a time, so that they have about `bytes`, at least 1; a whole row group of Parquet. */
export function batchDeals(encoder: EncoderName, bytes: number): number {
  if (encoder === 'parquet') return ROW_GROUP_DEALS;
  return Math.max(1, Math.floor(bytes / recordTypeOf(encoder).maxBytes));
}

/** The format called `name`; an InputError lists the names there are. */
export function formatNamed(name: string): Format {
  const format = formats.find((format) => format.name === name);
  if (format === undefined) throw new InputError(`unknown format '${name}'; expected one of ${FORMAT_NAMES}`);
  return format;
}

/** Bytes from the start of a file that tell its format. */
export const HEAD_BYTES = 64;

/** The format of a file that begins with these bytes; undefined where they tell none. */
export function formatOfHead(head: Uint8Array): Format | undefined {
  return formats.find((format) => format.isBegunBy(head));
}

/** The file extension of a path, with its dot and in lower case; empty where it has none. */
function extensionOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** The format that a file's extension implies, NDJSON for `-`; an InputError where it implies none. */
export function formatOfFile(path: string): Format {
  if (path === '-') return ndjson; // standard output has no extension, and lines suit a pipe
  const extension = extensionOf(path);
  const format = formats.find((format) => format.extension === extension);
  if (format === undefined) {
    const known = formats.map((format) => format.extension).join(', ');
    throw new InputError(
      `cannot infer the format of '${path}'; pass --format (${FORMAT_NAMES}), or use one of the extensions ${known}`,
    );
  }
  return format;
}
