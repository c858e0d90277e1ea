import { extname } from 'node:path';
import { InputError } from '../common/errors.js';
import { binary, cardsRecord, numberedRecord } from './binary.js';
import type { Encoder, Format, RecordFormat } from './format.js';
import { lineRecord, ndjson } from './ndjson.js';
import { boardRecord, text } from './text.js';

const formats: readonly Format[] = [binary, ndjson, text];

const records: readonly RecordFormat[] = [cardsRecord, numberedRecord, lineRecord, boardRecord];

/** for messages */
export const FORMAT_NAMES = formats.map((format) => format.name).join(', ');
const ENDINGS = formats.map((format) => format.ending).join(', ');

/** The kind of record that a kernel's encoder writes. */
export function recordOf(encoder: Encoder): RecordFormat {
  return records.find((record) => record.encoder === encoder) as RecordFormat;
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

/** The format that the ending of a file's name tells; an InputError names an ending that tells none. */
export function formatOfFile(path: string): Format {
  if (path === '-') return ndjson; // standard output has no ending, and lines suit a pipe
  const ending = extname(path);
  const format = formats.find((format) => format.ending === ending.toLowerCase());
  if (format === undefined) {
    const what = ending === '' ? 'has no ending' : `ends with '${ending}'`;
    throw new InputError(
      `'${path}' ${what}, which names no format; use ${ENDINGS}, or name the format: ${FORMAT_NAMES}`,
    );
  }
  return format;
}
