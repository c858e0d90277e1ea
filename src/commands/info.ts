// freecell-deals info

import type { Command } from 'commander';
import { DamageError, grouped, InputError, nameDamaged } from '../common/errors.js';
import { escapeLine } from '../common/quote.js';
import type { Input } from '../io/input.js';
import type { Info } from './deal-info.js';
import { writeOutput } from './terminal.js';

export function addTo(program: Command): void {
  program
    .command('info')
    .summary('Show what a file holds, or what is known of a deal.')
    .description(
      'Show what a file holds, from the header and size of a binary file or the footer of a Parquet file. For a deal number, ' +
        'show whether the deal can be won, the fewest free cells for that, and the places of its aces and kings.',
    )
    .argument('<file>', 'Binary or Parquet file, or a deal number such as 617 or #617.')
    .option('--json', 'Print one line of JSON.')
    .addHelpText(
      'after',
      '\nExamples:\n  freecell-deals info deals.bin\n  freecell-deals info --json deals.parquet\n  freecell-deals info 617',
    )
    .action(runInfo);
}

async function runInfo(argument: string, { json = false }: { json?: boolean }): Promise<void> {
  const { dealInfo, dealNumberIn } = await import('./deal-info.js');
  const n = dealNumberIn(argument);
  const info = n === undefined ? await fileInfo(argument) : dealInfo(n);
  const width = Math.max(...info.lines.map(([name]) => name.length)) + 2;
  const lines = json
    ? [JSON.stringify(info.json)]
    : info.lines.map(([name, value]) => name.padEnd(width) + value);
  // control characters are escaped for pipes, too, because any program may have written the file
  await writeOutput(lines.map((line) => `${escapeLine(line)}\n`).join(''));
}

async function fileInfo(path: string): Promise<Info> {
  const { formatOfHead, HEAD_BYTES } = await import('../formats/registry.js');
  const { parquet } = await import('../formats/parquet.js');
  const { openInput } = await import('../io/input.js');
  if (path === '-') {
    throw new InputError(
      'info cannot read standard input, because it reads both ends of a file; write the input to a file first',
    );
  }
  const input = await openInput(path);
  try {
    if (input.size === undefined)
      throw new DamageError('it is not a regular file; only a regular file can be read');
    const head = await input.read(0, HEAD_BYTES);
    if (parquet.isBegunBy(head)) return await parquetInfo(path, input);
    const format = formatOfHead(head);
    if (format?.isBinary === false)
      throw new DamageError(`it is ${format.name}, which info does not read; verify shows what it holds`);
    return await binaryInfo(path, input, head);
  } catch (error) {
    throw nameDamaged(path, error);
  } finally {
    input.close();
  }
}

async function binaryInfo(file: string, input: Input, head: Uint8Array): Promise<Info> {
  const { BINARY_VERSION: version, readHeader } = await import('../formats/binary.js');
  const bytes = input.size as number;
  const { layout, count, first: start, record, offset: headerBytes } = readHeader(head, bytes);
  const recordBytes = record.maxBytes;
  const numberAt = async (index: number) =>
    start === undefined
      ? record.number?.(await input.read(headerBytes + index * recordBytes, recordBytes), 0)
      : start + index;
  const [first, last] = count === 0 ? [] : [await numberAt(0), await numberAt(count - 1)];
  const isList = layout === 2;
  const listed = count > 0 ? `${grouped(count)}, the first ${first}, the last ${last}` : 'none';
  return {
    json: { file, format: 'bin', version, layout, headerBytes, recordBytes, count, first, last, bytes },
    lines: [
      ['file', file],
      ['format', `binary, version ${version}`],
      ['layout', isList ? '2: a list, each deal with its number' : '1: a range of consecutive deals'],
      ['deals', isList ? listed : `${first}..${last}`],
      ['count', grouped(count)],
      ['header', `${headerBytes} bytes`],
      ['record', `${recordBytes} bytes`],
      ['size', `${grouped(bytes)} bytes`],
    ],
  };
}

async function parquetInfo(file: string, input: Input): Promise<Info> {
  const { readContents } = await import('../formats/parquet.js');
  const { ROW_GROUP_DEALS } = await import('../formats/parquet/row-group.js');
  const { origin, groups, deals } = await readContents(input);
  const bytes = input.size as number;
  const min = groups.length === 0 ? undefined : Math.min(...groups.map((group) => group.min));
  const max = groups.length === 0 ? undefined : Math.max(...groups.map((group) => group.max));
  return {
    json: { file, format: 'parquet', ...origin, count: deals, min, max, rowGroups: groups.length, bytes },
    lines: [
      ['file', file],
      ['format', `Parquet, by freecell-deals ${origin.version}`],
      ['deals', deals === 0 ? 'none' : `between ${min} and ${max}`],
      ['of', origin.selection],
      ['count', grouped(deals)],
      ['groups', `${grouped(groups.length)} of ${grouped(ROW_GROUP_DEALS)} deals, the last one of the rest`],
      ['size', `${grouped(bytes)} bytes`],
    ],
  };
}
