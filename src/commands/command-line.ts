// The command line: its commands and its help. A failure of a command becomes one line and an exit status.

import { Command, CommanderError } from 'commander';
import { InputError } from '../common/errors.js';
import { quote } from '../common/quote.js';
import { VERSION } from '../common/version.js';
import { standard } from '../io/standard.js';
import { FAILURE, fail, openReport, ReportedError, writeOutput } from './terminal.js';

const COMMANDS = new Map([
  ['generate', () => import('./generate.js')],
  ['verify', () => import('./verify.js')],
  ['info', () => import('./info.js')],
  ['show', () => import('./show.js')],
  ['find', () => import('./find.js')],
  ['solve', () => import('./solve.js')],
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

/** Advice for unknown commands and options, and for commands with too many arguments. */
const INSTEAD: [typed: RegExp, hint: string][] = [
  [/^play$/, 'solve 617 shows how a deal is won'],
  [/^(--)?random$/, 'generate --sample takes deals at random, show random shows one'],
  [/^(--)?today$/, 'show today shows the deal of the day'],
  [/^(\d+|deal|print)$/, 'show 617 shows a deal'],
  [/^(find|search|lookup)$/, 'find looks up the board of a file, find --row 7D AD 5C its first cards'],
  [/^show$/, 'separate deal numbers by commas, as in 5,6,7'],
  [/^generate$/, "separate deal numbers by commas, and put a pattern such as 'part-*.bin' in quotes"],
];

/** Rewrites a message of Commander in the style of this program. */
function explain(message: string): string {
  const [, unknown = ''] = /(?:unknown \w+|arguments for) '(.*?)'/.exec(message) ?? [];
  const line = message
    .replace(/^error: /, '')
    .replace(/\n(?=\(Did you mean)/, ' ')
    .replace('(outputHelp)', 'there is no such command')
    .replace(/\.$/, '');
  const [, hint] = INSTEAD.find(([typed]) => typed.test(unknown)) ?? [];
  return hint === undefined ? line : `${line}; ${hint}`;
}

/** Runs a command; returns its exit status. `io` replaces the standard streams of this process. */
export async function main(argv: readonly string[], io = standard): Promise<number> {
  Object.assign(standard, io);
  openReport(argv);
  let help = '';
  const [typed] = argv;
  const program = await commandLine((text) => {
    help += text;
  }, typed);
  try {
    const lossy = argv.find((word) => word.includes('\ufffd'));
    if (lossy !== undefined)
      throw new InputError(`${quote(lossy)} is not UTF-8: other names look the same; rename the file`);
    if (argv.length === 0) program.outputHelp();
    else
      await program.parseAsync(argv, { from: 'user' }).catch((error) => {
        // Commander throws after it has printed help or the version, too
        if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
      });
    if (help !== '') await writeOutput(help);
    return 0;
  } catch (error) {
    if (error instanceof ReportedError) return FAILURE;
    if (!(error instanceof CommanderError)) return await fail(error as Error);
    const named = COMMANDS.has(typed) ? `${typed} ` : '';
    return await fail(new InputError(`${explain(error.message)}; see freecell-deals ${named}--help`));
  }
}
