// The lines of FILE.run, read and written without the code under test.

import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Job } from '../../src/output/run-log.js';
import type { Checkpoint } from '../../src/pipeline/chunks.js';

/** What a run on another host says about itself. */
export const FOREIGN = { id: 'there', pid: 1, host: 'node7', space: 'boot pid:[1]', started: '9' };

function crcOf(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}

export function lineOf(record: unknown): string {
  const json = JSON.stringify(record);
  return `${crcOf(json)} ${json}\n`;
}

/** A job of 1000 bytes. */
export const JOB: Job = { version: '1.0.0', selection: '1..10', format: 'bin', bytes: 1000, isFixed: true };

/** A job whose selection does not determine the bytes. */
export const UNFIXED: Job = { ...JOB, bytes: null, isFixed: false };

export function checkpointAt(bytes: number): Checkpoint {
  return { bytes, deals: bytes, consumed: bytes };
}

/** The id of the run that has begun a job. */
const writerOf = (begun: object) => JSON.stringify(begun);

/** The lines of FILE.run with which a run that has ended began FILE.partial for a job. */
export function begunLine(begun: object): string {
  const by = writerOf(begun);
  return [{ writer: { id: by } }, { begun, by }, { ended: by }].map(lineOf).join('');
}

/** The line of FILE.run that says how much of the file at `path` is synced, which a line for `begun` has begun. */
export function syncedLine(path: string, bytes: number, begun: object = JOB): string {
  const { dev, ino, birthtimeNs } = fs.statSync(path, { bigint: true });
  const file = `${dev} ${ino} ${birthtimeNs}`;
  return lineOf({ synced: { ...checkpointAt(bytes), file }, by: writerOf(begun) });
}

export function appendLine(path: string, record: unknown): void {
  fs.appendFileSync(path, lineOf(record));
}

/** The whole lines of the FILE.run of an output; none if it is not there. */
export function linesBeside(output: string) {
  const text = fs.existsSync(`${output}.run`) ? fs.readFileSync(`${output}.run`, 'utf8') : '';
  const lines = text.split('\n').filter((line) => crcOf(line.slice(9)) === line.slice(0, 8));
  return lines.map((line) => JSON.parse(line.slice(9)));
}

/** The synced bytes that a resumed run trusts; 0 if there are none. */
export function syncedBytes(output: string): number {
  const lines = linesBeside(output);
  const last = lines.slice(lines.findLastIndex(({ begun }) => begun !== undefined));
  return last.findLast(({ synced }) => synced)?.synced.bytes ?? 0;
}

/** Flips a bit anywhere in the FILE.run of an output, which may end at that moment. */
export function flipInRun(output: string): void {
  try {
    const fd = fs.openSync(`${output}.run`, 'r+');
    const at = Math.floor(Math.random() * fs.fstatSync(fd).size);
    const byte = Buffer.alloc(1);
    fs.readSync(fd, byte, 0, 1, at);
    byte[0] ^= 1 << Math.floor(Math.random() * 8);
    fs.writeSync(fd, byte, 0, 1, at);
    fs.closeSync(fd);
  } catch {
    // it is not there
  }
}
