// Reads records of deals, one JSON object per line: files as they are or compressed with xz, and standard input for -.

import { spawn } from 'node:child_process';
import { createReadStream, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('records/', import.meta.url);

/** The files of data/records. */
export function recordFiles() {
  return readdirSync(FOLDER).map((name) => fileURLToPath(new URL(name, FOLDER)));
}

function open(path) {
  if (path === '-') return process.stdin;
  if (!path.endsWith('.xz')) return createReadStream(path);
  return spawn('xz', ['-dc', path], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout;
}

export async function* readRecords(paths) {
  for (const path of paths) {
    for await (const line of createInterface({ input: open(path) })) yield JSON.parse(line);
  }
}
