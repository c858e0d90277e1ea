// The lines of FILE.run, read and written without the code under test.

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** What a run on another host says about itself. */
export const FOREIGN = { id: 'there', pid: 1, host: 'node7', space: 'boot pid:[1]', started: '9' };

export function lineOf(record: unknown): string {
  const json = JSON.stringify(record);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
}

export function appendLine(path: string, record: unknown): void {
  appendFileSync(path, lineOf(record));
}

/** The whole lines of the FILE.run of an output; none if it is not there. */
export function linesBeside(output: string) {
  const text = existsSync(`${output}.run`) ? readFileSync(`${output}.run`, 'utf8') : '';
  const lines = text.split('\n').filter((line) => /^[\da-f]{8} \{.*\}$/.test(line));
  return lines.map((line) => JSON.parse(line.slice(9)));
}

/** The synced bytes that a resumed run trusts; 0 if there are none. */
export function syncedBytes(output: string): number {
  const lines = linesBeside(output);
  const last = lines.slice(lines.findLastIndex(({ begun }) => begun !== undefined));
  return last.findLast(({ synced }) => synced)?.synced.bytes ?? 0;
}
