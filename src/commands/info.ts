// freecell-deals info

import type { Command } from 'commander';
import { writeOutput } from './terminal.js';

export function addInfo(program: Command): void {
  program
    .command('info')
    .summary('say what a binary file holds')
    .description('Says what a binary file holds, as its header tells and its size confirms.')
    .argument('<file>', 'binary file that generate wrote')
    .option('--json', 'one line of JSON, for programs')
    .addHelpText('after', '\nExample:\n  freecell-deals info deals.bin')
    .action(runInfo);
}

async function runInfo(path: string, { json = false }: { json?: boolean }): Promise<void> {
  const { HEADER_BYTES, recordIn, VERSION } = await import('../formats/binary.js');
  const { openDeals } = await import('../reader/deal-file.js');
  using file = openDeals(path);
  const { layout, count, first, last, bytes } = file;
  const recordBytes = recordIn(layout).maxBytes;
  if (json) {
    const facts = {
      file: path,
      format: 'bin',
      version: VERSION,
      layout,
      headerBytes: HEADER_BYTES,
      recordBytes,
      count,
      first,
      last,
      bytes,
    };
    await writeOutput(`${JSON.stringify(facts)}\n`);
    return;
  }
  const { grouped } = await import('../common/errors.js');
  const isList = layout === 2;
  const listed = count > 0 ? `${grouped(count)}, the first ${first}, the last ${last}` : 'none';
  const lines = [
    ['file', path],
    ['format', `binary, version ${VERSION}`],
    ['layout', isList ? '2: a list, each deal with its number' : '1: a range of consecutive deals'],
    ['deals', isList ? listed : `${first}..${last}`],
    ['count', grouped(count)],
    ['header', `${HEADER_BYTES} bytes`],
    ['record', `${recordBytes} bytes`],
    ['size', `${grouped(bytes)} bytes`],
  ];
  await writeOutput(lines.map(([name, what]) => `${name?.padEnd(8)}${what}\n`).join(''));
}
