// The registry of formats, the one place that knows their names. A new format is a line here.

import { InputError } from '../common/errors.js';
import { oneLine, quote, shellQuoted } from '../common/quote.js';
import { binary } from './binary.js';
import { csv } from './csv.js';
import type { EncoderName, Format, RecordType } from './format.js';
import { ndjson } from './ndjson.js';
import { numbers } from './numbers.js';
import { ROW_GROUP_DEALS } from './parquet/row-group.js';
import { parquet } from './parquet.js';
import { text } from './text.js';

/** The name of a format, as -f takes it. The option `format` also takes jsonl and txt, in any case. */
export type FormatName = 'bin' | 'ndjson' | 'text' | 'numbers' | 'parquet' | 'csv';

type NamedFormat = Format & { name: FormatName };
export const formats: readonly NamedFormat[] = [binary, ndjson, text, numbers, parquet, csv];

/** All types of record; each has an encoder in the engines. */
export const recordTypes: readonly RecordType[] = formats.flatMap(({ records }) => records);

export const FORMAT_NAMES = formats.map(({ name }) => name).join(', '); // the names that -f takes, for messages

/** Formats that people ask for and that do not exist, and what to do instead. */
const INSTEAD = new Map([
  ['json', 'write ndjson, one JSON object a line'],
  ['gz', 'pipe it: -f ndjson -o - | gzip > FILE'],
]);

/** Returns the type of record that an encoder writes. */
export function recordTypeOf(encoder: EncoderName): RecordType {
  return recordTypes.find((record) => record.encoder === encoder) as RecordType;
}

/** Returns the deals of a batch of about `bytes` bytes, at least 1; for Parquet, the deals of a row group. */
export function batchDeals(encoder: EncoderName, bytes: number): number {
  if (encoder === 'parquet') return ROW_GROUP_DEALS;
  return Math.max(1, Math.floor(bytes / recordTypeOf(encoder).maxBytes));
}

/** Returns the format called `name`, in any case; an InputError lists the names of all formats. */
export function formatNamed(name: string): Format {
  const wanted = String(name).toLowerCase();
  const format = formats.find(({ name, aliases = [] }) => [name, ...aliases].includes(wanted));
  if (format !== undefined) return format;
  throw new InputError(
    `unknown format ${quote(name)}; ${INSTEAD.get(wanted) ?? `expected one of ${FORMAT_NAMES}`}`,
  );
}

export const HEAD_BYTES = 64; // number of bytes at the start of a file that tell its format

/** Returns the format of a file that begins with these bytes; undefined if they tell none. */
export function formatOfHead(head: Uint8Array): Format | undefined {
  return formats.find((format) => format.isBegunBy(head));
}

function extensionOf(path: string): string {
  return /[^/\\]\.([^./\\]*)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Returns the format that a path's extension tells; undefined if it tells none. */
export function formatOfExtension(path: string): Format | undefined {
  const wanted = extensionOf(path);
  return formats.find(({ extension, aliases = [] }) => [extension.slice(1), ...aliases].includes(wanted));
}

/** Returns the named format, or the one of the file's extension, NDJSON for `-`; throws an InputError without one. */
export function formatOfOutput(path: string, name?: FormatName): Format {
  if (name !== undefined) return formatNamed(name);
  if (path === '-') return ndjson; // standard output has no extension, and lines suit a pipe
  const format = formatOfExtension(path);
  if (format !== undefined) return format;
  const known = formats.map(({ extension }) => extension).join(', ');
  const inside = formats.find(({ extension }) => path.toLowerCase().endsWith(`${extension}.gz`));
  // a pipe takes a .bin file only if the number of its deals is known at the start
  const plain = shellQuoted(path.slice(0, -'.gz'.length));
  const pipe = `-f ${inside?.name} -o - | gzip > ${shellQuoted(path)}`;
  const how = inside === binary ? `${plain}, then run gzip ${plain}` : pipe;
  const zipped = inside && `in its place, write ${how}`;
  const advice = `pass --format (${FORMAT_NAMES}), or use one of the extensions ${known}`;
  const remedy = zipped ?? INSTEAD.get(extensionOf(path)) ?? advice;
  throw new InputError(`cannot infer the format of '${oneLine(path)}'; ${remedy}`);
}
