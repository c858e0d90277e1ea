// A file to merge: what its header, its size and its first and last record tell, and reads of its records.

import { closeSync, fstatSync } from 'node:fs';
import { DamageError, nameDamaged, ReadError } from '../common/errors.js';
import type { Records } from '../formats/blocks.js';
import type { Format, RecordType } from '../formats/format.js';
import { HEAD_BYTES } from '../formats/registry.js';
import { isDeck } from '../game/cards.js';
import { CARDS } from '../game/constants.js';
import { type DealRange, isDealNumber } from '../game/deal-numbers.js';
import { findDeal } from '../game/find.js';
import { openRegular, readFully, readFullyAsync } from '../io/positioned.js';

export interface ShardFile {
  path: string;
  fd: number;
  record: RecordType;
  offset: number;
  /** bytes of all its records */
  bytes: number;
  /** the first and the last deal, in the order of the file; undefined for an empty file */
  ends: DealRange | undefined;
  /** the deals if they are consecutive; undefined for a list and for an empty file */
  range: DealRange | undefined;
  /** size, inode, times of modification and of change: they differ if the file has changed or was replaced */
  state: string;
}

/** Records of the last read, which may begin within a record. */
const TAIL_RECORDS = 2;

export type MergeableFormat = Format & Required<Pick<Format, 'recordsIn'>>;

export function isMergeable(format: Format): format is MergeableFormat {
  return format.recordsIn !== undefined;
}

/** Opens a file, whose descriptor the caller closes. A DamageError says if header, size, first or last record is wrong. */
export function openShard(path: string, format: MergeableFormat): ShardFile {
  let fd: number | undefined;
  try {
    const file = openRegular(path);
    const { size } = file;
    fd = file.fd;
    const state = stateOf(fd); // before anything is read
    const head = new Uint8Array(HEAD_BYTES);
    const contents = format.recordsIn(head.subarray(0, readFully(fd, head, 0)), size);
    const { record, offset } = contents;
    const bytes = size - offset;
    const ends = bytes === 0 ? undefined : endsIn(fd, contents, size);
    const range = ends !== undefined && isRange(ends, contents, bytes) ? ends : undefined;
    return { path, fd, record, offset, bytes, ends, range, state };
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    throw nameDamaged(path, error);
  }
}

function stateOf(fd: number): string {
  const { size, ino, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
  return [size, ino, mtimeNs, ctimeNs].join(' ');
}

/** Reads `size` bytes of the records from byte `start` on; rejects with a DamageError if the file is cut off. */
export async function readShard(
  { path, fd, offset }: ShardFile,
  start: number,
  size: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  const read = await readFullyAsync(fd, bytes, offset + start).catch((error) => {
    throw new ReadError(path, error);
  });
  if (read === size) return bytes;
  throw new DamageError(`${path}: it was cut off at offset ${offset + start + read} while it was read`);
}

export function checkUnchanged({ path, fd, state }: ShardFile): void {
  if (stateOf(fd) === state) return;
  throw new DamageError(`${path}: it has changed while it was read; start over when nothing writes to it`);
}

function endsIn(fd: number, { record, offset, first, count }: Records, size: number): DealRange {
  if (first !== undefined && count !== undefined) return { first, last: first + count - 1 };
  const head = new Uint8Array(Math.min(record.maxBytes, size - offset));
  readFully(fd, head, offset);
  const tailOffset = Math.max(offset, size - TAIL_RECORDS * record.maxBytes);
  const tail = new Uint8Array(size - tailOffset);
  readFully(fd, tail, tailOffset);
  const lastStart = startOfLast(record, tail, tailOffset === offset);
  return { first: dealOf(record, head, 0, offset), last: dealOf(record, tail, lastStart, tailOffset) };
}

/** Whether the deals of a file are consecutive, by its ends and the bytes of its records. */
function isRange(ends: DealRange, { record, first, count }: Records, bytes: number): boolean {
  if (first !== undefined) return true;
  // records with a number of their own may be in any order
  return count === undefined && ends.first <= ends.last && record.bytesOf(ends) === bytes;
}

/** Returns the offset of the last record in the last bytes of a file. */
function startOfLast(record: RecordType, tail: Uint8Array, isFromStart: boolean): number {
  let start = isFromStart ? 0 : (record.start?.(tail) ?? 0);
  for (let end = record.end(tail, start); end < tail.length; end = record.end(tail, start)) start = end;
  return start;
}

/** Returns the deal number in a record, or of its board; throws a DamageError if there is none. */
function dealOf(record: RecordType, bytes: Uint8Array, start: number, offset: number): number {
  const end = record.end(bytes, start);
  const number = record.number?.(bytes, start);
  const cards = record.cards(bytes, start);
  const isBoard = cards?.length === CARDS && isDeck(cards);
  const n = number ?? (isBoard ? findDeal(cards) : undefined);
  const isComplete = end - start <= record.maxBytes && n !== undefined && isDealNumber(n);
  if (isComplete && record.bytesOf({ first: n, last: n }) === end - start) return n;
  const fault = record.fault(bytes.subarray(start, end));
  throw new DamageError(`the record at offset ${offset + start} is damaged: ${fault}`);
}
