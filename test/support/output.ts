// Opens outputs in the process of the test, and imitates what other runs leave beside them.

import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AtomicFile } from '../../src/output/atomic-file.js';
import { openOutput, targetOf } from '../../src/output/open.js';
import type { OutputOptions } from '../../src/output/writer.js';
import { temporaryFolder } from './command.js';
import { begunLine, checkpointAt, JOB, lineOf, syncedLine } from './journal.js';

export function newFile(): string {
  return join(temporaryFolder(), 'a.bin');
}

/** Opens an output, as if it were a file: a stream has neither `checkpoint` nor `commit`. */
export async function openFile(path: string, options: OutputOptions = {}, job = JOB) {
  return (await openOutput(targetOf(path), job, options)) as AtomicFile;
}

/** Opens an output, and writes `bytes` bytes, of which a checkpoint tells. */
export async function write(path: string, options: OutputOptions = {}, job = JOB, bytes = 1000) {
  const output = await openFile(path, options, job);
  await output.write(Buffer.alloc(bytes, 'n'), 0);
  output.checkpoint(checkpointAt(bytes));
  return output;
}

export const NEW = 'n'.repeat(1000);

/** Returns the contents of the files in the folder of a file, by their names. */
export function filesBeside(path: string): Record<string, string> {
  const folder = dirname(path);
  const contentsOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  return Object.fromEntries(readdirSync(folder).map((name) => [name, contentsOf(name)]));
}

/** The paths behind the open descriptors of this process, if it can tell; pipes and sockets have none. */
export function openFiles(): string[] {
  const folder = '/proc/self/fd';
  const links = existsSync(folder) ? readdirSync(folder).map((fd) => join(folder, fd)) : [];
  const paths = links.flatMap((link) => (existsSync(link) ? [readlinkSync(link)] : []));
  return paths.filter((path) => path.startsWith('/')).sort();
}

interface Leftover {
  partial?: number; // bytes of FILE.partial
  synced?: number; // of these
  begun?: object; // job of FILE.partial
  writer?: object; // who has not ended
}

/** Makes what a killed run leaves in a new folder; returns the path of its output. */
export function leftover({ partial = 500, synced, begun = JOB, writer }: Leftover = {}): string {
  const file = newFile();
  writeFileSync(`${file}.partial`, 'x'.repeat(partial));
  const lines = [writer ? lineOf({ writer }) : '', begunLine(begun)];
  if (synced !== undefined) lines.push(syncedLine(`${file}.partial`, synced, begun));
  writeFileSync(`${file}.run`, lines.join(''));
  return file;
}
