// freecell-deals info

import type { Command } from 'commander';
import { grouped, InputError } from '../common/errors.js';
import { escapeControls } from '../common/quote.js';
import type { Input } from '../io/input.js';
import { dealInfo, dealNumberIn, type Info } from './deal-info.js';
import { writeOutput } from './terminal.js';

export function addInfo(program: Command): void {
  program
    .command('info')
    .summary('show what a file holds, or what is known of a deal')
    .description(
      'Shows what a file holds: a binary file by its header and size, a Parquet file by its footer. Of a deal number, shows ' +
        'whether the deal can be won, with how few free cells, and where its aces and kings lie.',
    )
    .argument('<file>', 'binary or Parquet file, or a deal number: 617 or #617')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  freecell-deals info deals.bin\n  freecell-deals info --json deals.parquet\n  freecell-deals info 617',
    )
    .action(runInfo);
}

/** Bytes from the start of a file that tell a Parquet file. */
const HEAD_BYTES = 4;

async function runInfo(argument: string, { json = false }: { json?: boolean }): Promise<void> {
  const n = dealNumberIn(argument);
  const info = n === undefined ? await fileInfo(argument) : await dealInfo(n);
  const lines = json
    ? [JSON.stringify(info.json)]
    : info.lines.map(([name, value]) => name.padEnd(8) + value.replace(/[\n\t]/g, ' '));
  // also to a pipe: a file may be anybody's
  await writeOutput(lines.map((line) => `${escapeControls(line)}\n`).join(''));
}

async function fileInfo(path: string): Promise<Info> {
  const { json, lines } = await infoOf(path);
  return { json: { file: path, ...json }, lines: [['file', path], ...lines] };
}

async function infoOf(path: string): Promise<Info> {
  const { DamageError, nameDamaged } = await import('../common/errors.js');
  const { parquet } = await import('../formats/parquet.js');
  const { openInput } = await import('../io/input.js');
  if (path === '-') {
    throw new InputError(
      'info needs a file by its name, as it looks at both ends; write standard input to a file first',
    );
  }
  const input = await openInput(path);
  try {
    if (input.size === undefined)
      throw new DamageError('it is not a regular file; only a regular file can be read');
    if (parquet.isBegunBy(await input.read(0, HEAD_BYTES))) return await parquetInfo(input);
  } catch (error) {
    throw nameDamaged(path, error);
  } finally {
    input.close();
  }
  return binaryInfo(path);
}

async function binaryInfo(path: string): Promise<Info> {
  const { HEADER_BYTES, recordIn, BINARY_VERSION } = await import('../formats/binary.js');
  const { openDeals } = await import('../reader/deal-file.js');
  using file = openDeals(path);
  const { layout, count, first, last, bytes } = file;
  const recordBytes = recordIn(layout).maxBytes;
  const isList = layout === 2;
  const listed = count > 0 ? `${grouped(count)}, the first ${first}, the last ${last}` : 'none';
  return {
    json: {
      format: 'bin',
      version: BINARY_VERSION,
      layout,
      headerBytes: HEADER_BYTES,
      recordBytes,
      count,
      first,
      last,
      bytes,
    },
    lines: [
      ['format', `binary, version ${BINARY_VERSION}`],
      ['layout', isList ? '2: a list, each deal with its number' : '1: a range of consecutive deals'],
      ['deals', isList ? listed : `${first}..${last}`],
      ['count', grouped(count)],
      ['header', `${HEADER_BYTES} bytes`],
      ['record', `${recordBytes} bytes`],
      ['size', `${grouped(bytes)} bytes`],
    ],
  };
}

async function parquetInfo(input: Input): Promise<Info> {
  const { readContents } = await import('../formats/parquet.js');
  const { ROW_GROUP_DEALS } = await import('../formats/parquet/row-group.js');
  const contents = await readContents(input);
  const bytes = input.size as number;
  if (!('groups' in contents)) {
    const { createdBy = 'a program that does not say its name', rows, columns, rowGroups } = contents;
    return {
      json: { format: 'parquet', createdBy: contents.createdBy, rows, columns, rowGroups, bytes },
      lines: [
        ['format', `Parquet, by ${createdBy}`],
        ['rows', grouped(rows)],
        ['columns', grouped(columns)],
        ['groups', grouped(rowGroups)],
        ['size', `${grouped(bytes)} bytes`],
      ],
    };
  }
  const { origin, groups, deals } = contents;
  const min = groups.length === 0 ? undefined : Math.min(...groups.map((group) => group.min));
  const max = groups.length === 0 ? undefined : Math.max(...groups.map((group) => group.max));
  return {
    json: { format: 'parquet', ...origin, count: deals, min, max, rowGroups: groups.length, bytes },
    lines: [
      ['format', `Parquet, by freecell-deals ${origin.version}`],
      ['deals', deals === 0 ? 'none' : `between ${min} and ${max}`],
      ['of', origin.selection],
      ['count', grouped(deals)],
      ['groups', `${grouped(groups.length)} of ${grouped(ROW_GROUP_DEALS)} deals, the last one of the rest`],
      ['size', `${grouped(bytes)} bytes`],
    ],
  };
}
