// The command line: its commands, and its help.

import { Command } from 'commander';
import { VERSION } from '../common/version.js';
import { addBench } from './bench.js';
import { addFind } from './find.js';
import { addGenerate } from './generate.js';
import { addInfo } from './info.js';
import { addShow } from './show.js';
import { addVerify } from './verify.js';

const EXIT_STATUSES =
  '\nExit status: 0 done, 1 failure, 2 usage error, 130 interrupted by SIGINT, 143 by SIGTERM.';

/** The command line with all commands. `writeOut` receives help and version. */
export function commandLine(writeOut: (text: string) => void): Command {
  const program = new Command('freecell-deals')
    .description('Generate Microsoft FreeCell deals in bulk, numbers 1 to 8589934591.')
    .version(VERSION, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => {} })
    .helpCommand('help [command]', 'Print the help of a command.')
    .addHelpText('after', EXIT_STATUSES);
  addGenerate(program);
  addVerify(program);
  addInfo(program);
  addShow(program);
  addFind(program);
  addBench(program);
  return program;
}
