// Texts of other programs, as lists, boards and verify read them: UTF-16 is read as UTF-8, and what is compressed is
// refused with the command that unpacks it.

import { InputError } from '../common/errors.js';
import { shellQuoted } from '../common/quote.js';
import { type Input, openInput } from './input.js';

/** The first bytes of what is compressed, and the command that unpacks a file to standard output. */
const COMPRESSED = [
  { kind: 'gzip', unpack: 'zcat', magic: [0x1f, 0x8b] },
  { kind: 'xz', unpack: 'xzcat', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  { kind: 'zstd', unpack: 'zstdcat', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { kind: 'zip', unpack: 'unzip -p', magic: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'bzip2', unpack: 'bzcat', magic: [0x42, 0x5a, 0x68] },
];
const UTF_16 = [
  { encoding: 'utf-16le', magic: [0xff, 0xfe] },
  { encoding: 'utf-16be', magic: [0xfe, 0xff] },
];
const MOST_MAGIC = 5; // bytes

/** The kind that the first bytes of an input tell. A text may come line by line, so it waits for no more than it needs. */
async function kindOf<T extends { magic: readonly number[] }>(input: Input, kinds: readonly T[]) {
  const [first] = await input.read(0, 1);
  if (!kinds.some(({ magic }) => magic[0] === first)) return undefined;
  const head = await input.read(0, MOST_MAGIC);
  return kinds.find(({ magic }) => magic.every((byte, i) => head[i] === byte));
}

/**
 * Rejects with an InputError if an input is compressed.
 * @param reader the words of the command that would read it from standard input, such as `verify -`
 */
export async function refuseCompressed(input: Input, reader: string): Promise<void> {
  const found = await kindOf(input, COMPRESSED);
  if (found === undefined) return;
  const file = input.name === 'standard input' ? '' : ` ${shellQuoted(input.name)}`;
  throw new InputError(
    `${input.name} is compressed with ${found.kind}; unpack it: ${found.unpack}${file} | freecell-deals ${reader}`,
  );
}

/** Opens a text of any program, or `-` for standard input. Rejects as refuseCompressed does, and with a ReadError. */
export async function openText(path: string, reader: string): Promise<Input> {
  const input = await openInput(path);
  try {
    await refuseCompressed(input, reader);
    const wide = await kindOf(input, UTF_16);
    if (wide !== undefined) input.decode(wide.encoding);
    return input;
  } catch (error) {
    input.close();
    throw error;
  }
}
