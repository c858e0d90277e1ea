// The command line: its commands, and its help.

import { Command } from 'commander';
import { VERSION } from '../common/version.js';

const COMMANDS = new Map([
  ['generate', () => import('./generate.js')],
  ['verify', () => import('./verify.js')],
  ['info', () => import('./info.js')],
  ['show', () => import('./show.js')],
  ['find', () => import('./find.js')],
  ['bench', () => import('./bench.js')],
]);

const EXIT_STATUSES =
  '\nExit status: 0 done, 1 failure, 2 usage error, 130 interrupted by SIGINT, 143 by SIGTERM.';

/**
 * The command line with the command of a name, or with all commands if none has the name: help and hints need all.
 * @param writeOut receives help and version
 */
export async function commandLine(writeOut: (text: string) => void, name?: string): Promise<Command> {
  const program = new Command('freecell-deals')
    .description('Generate Microsoft FreeCell deals in bulk, numbers 1 to 8589934591.')
    .version(VERSION, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => {} })
    .helpCommand('help [command]', 'Print the help of a command.')
    .addHelpText('after', EXIT_STATUSES);
  const named = COMMANDS.get(name ?? '');
  const loads = named === undefined ? COMMANDS.values() : [named];
  for (const load of loads) (await load()).addTo(program);
  return program;
}
