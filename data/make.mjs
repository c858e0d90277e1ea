#!/usr/bin/env node
// Makes impossible-4-freecells.bin out of the list as it is published, a number a line, ascending:
//   node data/make.mjs impossible-with-4freecells-deals.txt
// It takes only the list whose digest is below; NOTICE says where that comes from. The layout of the .bin is
// drawn in src/impossible.ts, which reads it.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const SHA256 = 'f0012e88fe7267af57654dbb2acaee28d12efad08e68fe32e05c24b1bb1259e5';
const LOW = 65536;

const [, , path] = process.argv;
if (path === undefined) throw new Error('name the file with the list');
const text = readFileSync(path);
const digest = createHash('sha256').update(text).digest('hex');
if (digest !== SHA256) throw new Error(`${path} has SHA-256 ${digest}; expected ${SHA256}`);
const numbers = text.toString().trim().split('\n').map(Number);

const highest = Math.floor(numbers[numbers.length - 1] / LOW);
const bytes = Buffer.alloc(4 + 2 * numbers.length + Math.ceil((numbers.length + highest + 1) / 8));
bytes.writeUInt32LE(numbers.length, 0);
numbers.forEach((n, i) => {
  bytes.writeUInt16LE(n % LOW, 4 + 2 * i);
  const bit = i + Math.floor(n / LOW);
  bytes[4 + 2 * numbers.length + (bit >> 3)] |= 1 << (bit & 7);
});
writeFileSync(new URL('impossible-4-freecells.bin', import.meta.url), bytes);
