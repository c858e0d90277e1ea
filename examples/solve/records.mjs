// The file of records: its lines, what a killed run left of the last one, and the verdicts that it holds.

import { closeSync, createReadStream, ftruncateSync, openSync, readSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

export const VERDICTS = ['solved', 'unsolved', 'gave-up'];
/** Free cells that a deal needs; it is 'open' where a limit cut a search short, or 7 are not enough. */
export const CELLS = ['0', '1', '2', '3', '4', '5', '6', '7', 'open'];
const ALL_VERDICTS = [...VERDICTS, ...CELLS];

/** What a record of solve or of cells says of its deal, or undefined. */
export function verdictOf({ verdict, cells, atLeast }) {
  const found = verdict ?? (atLeast === undefined ? String(cells) : 'open');
  return ALL_VERDICTS.includes(found) ? found : undefined;
}

/** The record in a line, or undefined if there is none. */
export function recordOf(line) {
  try {
    const record = JSON.parse(line);
    return Number.isSafeInteger(record.deal) && verdictOf(record) !== undefined ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Yields the records of a file. Throws an Error that names the line which is no record. */
export async function* readRecords(path) {
  let lineNumber = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    lineNumber++;
    const record = recordOf(line);
    if (record === undefined)
      throw new Error(`line ${lineNumber} of ${path} is not a record; take the line out`);
    yield record;
  }
}

/** Takes off what a killed run left of its last line. */
export function truncatePartialLine(path) {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  const size = statSync(path).size;
  let end = size;
  while (end > 0 && readSync(file, byte, 0, 1, end - 1) === 1 && byte[0] !== 0x0a) end--;
  if (end < size) ftruncateSync(file, end);
  closeSync(file);
}

/**
 * Verdicts by deal number: a hash table of the numbers deal * 16 + verdict. A Map takes 50 bytes for each of them, this
 * 11 to 23, and a Map ends at 2^24 entries.
 */
export class VerdictTable {
  #slots = new Float64Array(1 << 12); // 0: empty
  #shift = 32 - 12;
  #size = 0;

  get(deal) {
    const slot = this.#slots[this.#indexOf(deal)];
    return slot === 0 ? undefined : ALL_VERDICTS[(slot % 16) - 1];
  }

  set(deal, verdict) {
    if (this.#size >= this.#slots.length * 0.7) this.#grow();
    const index = this.#indexOf(deal);
    if (this.#slots[index] === 0) this.#size++;
    this.#slots[index] = deal * 16 + ALL_VERDICTS.indexOf(verdict) + 1;
  }

  /** Index of a deal's slot, or of the empty one where it belongs. */
  #indexOf(deal) {
    let index = Math.imul(deal ^ (deal / 2 ** 32), 0x9e3779b1) >>> this.#shift;
    while (this.#slots[index] !== 0 && Math.floor(this.#slots[index] / 16) !== deal)
      index = (index + 1) % this.#slots.length;
    return index;
  }

  #grow() {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    this.#shift--;
    for (const slot of old) if (slot !== 0) this.#slots[this.#indexOf(Math.floor(slot / 16))] = slot;
  }
}
