// Reads the results file, mends its end after a kill, and keeps the verdict of each deal.

import { appendFileSync, createReadStream, truncateSync } from 'node:fs';

export const VERDICTS = ['solved', 'unsolved', 'gave-up'];
/** How a command of each ended: with status 0, with another status, or at the time limit. */
export const ENDINGS = ['with status 0', 'with another', 'given up'];
const ALL_VERDICTS = [...VERDICTS, ...ENDINGS];

const LAST_DEAL = 8_589_934_591;
const MAX_LINE_BYTES = 1 << 24;

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Returns the verdict of a record of freecell-solver or each, or undefined if it has none. */
export function verdictOf({ verdict, status }) {
  if (status !== undefined) return ENDINGS[status === null ? 2 : Math.min(status, 1)];
  return VERDICTS.includes(verdict) ? verdict : undefined;
}

/** Returns whether a value of JSON is a record whose members have the right types. */
function isRecord(value) {
  const { deal, solver, options = '', verdict, moves, states, seconds = 0 } = value;
  const { status, output, cpuSeconds = 0 } = value;
  if (!isCount(deal) || deal < 1 || deal > LAST_DEAL || verdictOf(value) === undefined) return false;
  if (typeof solver !== 'string' || typeof options !== 'string') return false;
  if (status !== undefined) {
    const isTaken = output === null || typeof output === 'string';
    return (
      (status === null || isCount(status)) &&
      [seconds, cpuSeconds].every((time) => Number.isFinite(time) && time >= 0) &&
      isTaken
    );
  }
  if (!isCount(seconds)) return false;
  if (verdict === 'solved') return isCount(moves) && isCount(states);
  return isCount(states) || (verdict === 'gave-up' && seconds > 0);
}

/** Returns the record in a line, or undefined if the line is not a record. */
export function recordOf(line) {
  try {
    const value = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function notRecordError(path, lineNumber) {
  return new Error(
    lineNumber === 1
      ? `${path} is not a results file: its line 1 is not a record`
      : `line ${lineNumber} of ${path} is not a record; take the line out`,
  );
}

/**
 * Calls `take` with the record of each line that ends with a line feed.
 * Returns the number of these lines, the offset after the last one, and the bytes from there to the end of the file.
 * Throws an Error that names the first line that is not a record.
 */
async function readLines(path, take) {
  let lines = 0;
  let end = 0;
  let tail = Buffer.alloc(0);
  for await (const bytes of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const text = Buffer.concat([tail, bytes]);
    const length = text.lastIndexOf('\n') + 1;
    for (const line of text.toString('utf8', 0, length).split('\n').slice(0, -1)) {
      const record = recordOf(line);
      if (record === undefined) throw notRecordError(path, lines + 1);
      take(record);
      lines++;
    }
    end += length;
    tail = text.subarray(length);
    if (tail.length > MAX_LINE_BYTES) throw notRecordError(path, lines + 1);
  }
  return { lines, end, tail };
}

/**
 * Calls `take` with each record of a file.
 * Throws an Error that names the first line that is not a record.
 */
export async function readRecords(path, take) {
  const { lines, tail } = await readLines(path, take);
  if (tail.length === 0) return;
  const record = recordOf(tail.toString());
  if (record === undefined) throw notRecordError(path, lines + 1);
  take(record);
}

const NAMES = 'verdict status moves states seconds cpuSeconds output solution solver options digest'.split(
  ' ',
);
const NAME = `"(?:${NAMES.join('|')})"`;
const CHARACTERS = String.raw`(?:[^"\\\p{Cc}]|\\.)*`;
/** Matches a record that is cut after its deal number. The first group is the name of a member that is cut. */
const CUT_RECORD = new RegExp(
  String.raw`^\{"deal":\d+(?:,${NAME}:(?:[\d.a-z]+|"${CHARACTERS}"))*` +
    String.raw`(?:,(?:"(\w*)|${NAME}(?::(?:"${CHARACTERS}\\?)?)?)?)?$`,
  'u',
);

/** Returns whether a text is the beginning of a record in the form that the solvers write. */
function isBeginningOfRecord(text) {
  const [match, name = ''] = CUT_RECORD.exec(text) ?? [];
  return (
    '{"deal":'.startsWith(text) || (match !== undefined && NAMES.some((whole) => whole.startsWith(name)))
  );
}

/** Returns whether a text begins like a record and like no other NDJSON with deals. */
function isSurelyRecord(text) {
  return /^\{"deal":\d+,"(?:verdict|status)":/.test(text);
}

/**
 * Calls `take` with each record of a file, and mends the end of the file, so that records can be appended.
 * Half a record at the end is cut off, with the zero bytes that a power cut can leave. A record without its line feed gets
 * one. If the file has any other content, it stays as it is, and an Error names the line.
 */
export async function readAndMendRecords(path, take) {
  const { lines, end, tail } = await readLines(path, take);
  if (tail.length === 0) return;
  let length = tail.length;
  while (length > 0 && tail[length - 1] === 0) length--;
  const text = tail.toString('utf8', 0, length);
  const record = recordOf(text);
  if (record !== undefined) {
    truncateSync(path, end + length);
    appendFileSync(path, '\n');
    take(record);
  } else if (isBeginningOfRecord(text) && (lines > 0 || isSurelyRecord(text))) {
    truncateSync(path, end);
  } else {
    throw notRecordError(path, lines + 1);
  }
}

/**
 * A hash table from deal numbers to verdicts. A slot holds deal * 8 + 1 + the verdict's index, so a deal takes 11 to 23
 * bytes. A Map takes 50 bytes per deal and holds at most 2^24 deals.
 */
export class VerdictTable {
  #slots = new Float64Array(1 << 12); // 0: empty
  #shift = 32 - 12;
  #size = 0;

  get(deal) {
    const slot = this.#slots[this.#indexOf(deal)];
    return slot === 0 ? undefined : ALL_VERDICTS[(slot % 8) - 1];
  }

  set(deal, verdict) {
    if (this.#size >= this.#slots.length * 0.7) this.#grow();
    const index = this.#indexOf(deal);
    if (this.#slots[index] === 0) this.#size++;
    this.#slots[index] = deal * 8 + ALL_VERDICTS.indexOf(verdict) + 1;
  }

  /** Index of a deal's slot, or of the empty slot where the deal belongs. */
  #indexOf(deal) {
    let index = Math.imul(deal ^ (deal / 2 ** 32), 0x9e3779b1) >>> this.#shift;
    while (this.#slots[index] !== 0 && Math.floor(this.#slots[index] / 8) !== deal)
      index = (index + 1) % this.#slots.length;
    return index;
  }

  #grow() {
    const old = this.#slots;
    this.#slots = new Float64Array(old.length * 2);
    this.#shift--;
    for (const slot of old) if (slot !== 0) this.#slots[this.#indexOf(Math.floor(slot / 8))] = slot;
  }
}
