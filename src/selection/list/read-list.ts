// Deal numbers out of a file of any kind, which its first bytes tell: where they tell none, its extension, or it is a text.

import { DamageError, InputError } from '../../common/errors.js';
import { binary } from '../../formats/binary.js';
import { ndjson } from '../../formats/ndjson.js';
import { numbers } from '../../formats/numbers.js';
import { parquet } from '../../formats/parquet.js';
import { HEAD_BYTES } from '../../formats/registry.js';
import type { DealNumbers } from '../../game/deal-numbers.js';
import { openStream, type StreamInput } from '../../io/input.js';
import { readDealColumn } from './parquet.js';
import { readBinary, readLines } from './records.js';
import { readText } from './text.js';

const READERS = [
  { format: binary, read: readBinary },
  { format: numbers, read: readText },
  { format: ndjson, read: readLines },
  { format: parquet, read: (_: StreamInput, path: string) => readDealColumn(path) },
];

/**
 * The runs of a file in its order; a deal named twice is there twice. A run is good until the next one is asked for.
 * Throws an InputError where it is wrong, a ReadError where it cannot be read.
 * @param path `-` is standard input
 */
export async function* readListFile(path: string): AsyncGenerator<DealNumbers, void, void> {
  const input = await openStream(path);
  try {
    const head = await input.read(0, HEAD_BYTES);
    const { read } = READERS.find(({ format }) => format.isBegunBy(head)) ??
      READERS.find(({ format }) => path.toLowerCase().endsWith(format.extension)) ?? { read: readText };
    yield* read(input, path);
  } catch (error) {
    throw error instanceof DamageError ? new InputError(`${input.name}: ${error.message}`) : error;
  } finally {
    input.close();
  }
}
