// Texts of other programs, as lists, boards and verify read them: UTF-16 is read as UTF-8, and what is compressed is
// refused with the command that unpacks it.

import { InputError } from '../common/errors.js';
import { fileWord } from '../common/quote.js';
import { type Input, openInput } from './input.js';

/** The kinds of text that the first bytes tell: an encoding, or the command that unpacks a file to standard output. */
const KINDS: readonly { name: string; unpack?: string; magic: readonly number[] }[] = [
  { name: 'gzip', unpack: 'zcat', magic: [0x1f, 0x8b] },
  { name: 'xz', unpack: 'xzcat', magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  { name: 'zstd', unpack: 'zstdcat', magic: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'zip', unpack: 'unzip -p', magic: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'bzip2', unpack: 'bzcat', magic: [0x42, 0x5a, 0x68] },
  { name: 'utf-16le', magic: [0xff, 0xfe] },
  { name: 'utf-16be', magic: [0xfe, 0xff] },
];
const MOST_MAGIC = 5; // bytes

/**
 * Returns the encoding of a text that is not UTF-8. Rejects with an InputError if the input is compressed.
 * @param reader the words of the command that would read it from standard input, such as `verify -`
 */
export async function encodingOf(input: Input, reader: string): Promise<string | undefined> {
  const [first] = await input.read(0, 1); // a text may come line by line: it waits for no more than this needs
  if (!KINDS.some(({ magic }) => magic[0] === first)) return undefined;
  const head = await input.read(0, MOST_MAGIC);
  const { name, unpack } = KINDS.find(({ magic }) => magic.every((byte, i) => head[i] === byte)) ?? {};
  if (unpack === undefined) return name;
  throw new InputError(
    `${input.name} is compressed with ${name}; unpack it: ${unpack}${fileWord(input.name)} | freecell-deals ${reader}`,
  );
}

/** Opens a text of any program, or `-` for standard input. Rejects as encodingOf does, and with a ReadError. */
export async function openText(path: string, reader: string): Promise<Input> {
  const input = await openInput(path);
  try {
    const encoding = await encodingOf(input, reader);
    if (encoding !== undefined) input.decode(encoding);
    return input;
  } catch (error) {
    input.close();
    throw error;
  }
}

/**
 * Reads a text as a whole.
 * @param advice what to do with a longer one, for the message
 */
export async function wholeText(input: Input, mostCharacters: number, advice: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of input.windows()) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > mostCharacters)
      throw new InputError(`${input.name} has more than ${mostCharacters} characters; ${advice}`);
  }
  return text + decoder.decode();
}
