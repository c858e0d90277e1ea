// The command line. It runs a command, and turns a failure into one line and an exit status.

import { Command, CommanderError } from 'commander';
import { addCat } from './commands/cat.js';
import { addFind } from './commands/find.js';
import { addGenerate } from './commands/generate.js';
import { addInfo } from './commands/info.js';
import { addMerge } from './commands/merge.js';
import { addShow } from './commands/show.js';
import { fail, ReportedError, showWarnings, writeOutput } from './commands/terminal.js';
import { addVerify } from './commands/verify.js';
import { InputError } from './common/errors.js';
import { quote } from './common/quote.js';
import { VERSION } from './common/version.js';

const FAILURE = 1;
const USAGE_ERROR = 2;

const EXIT_STATUSES =
  '\nExit status: 0 done, 1 failure, 2 usage error, 130 interrupted by SIGINT, 143 by SIGTERM.';

/** The command line with all commands. `writeOut` receives help and version. */
function commandLine(writeOut: (text: string) => void): Command {
  const program = new Command('freecell-deals')
    .description('Generate Microsoft FreeCell deals in bulk, numbers 1 to 8589934591.')
    .version(VERSION, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => {} })
    .helpCommand(false)
    .addHelpText('after', EXIT_STATUSES);
  addGenerate(program);
  addVerify(program);
  addMerge(program);
  addCat(program);
  addInfo(program);
  addShow(program);
  addFind(program);
  addHelp(program);
  return program;
}

/** Adds a help command that refuses unknown commands; Commander's own one prints the help of the program instead. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('Print the help of a command.')
    .argument('[command]')
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
      if (command === undefined) program.error(`error: unknown command ${quote(name)}`);
      else command.outputHelp();
    });
}

/** Ignores what Commander throws after it has printed help or the version. */
function ignoreHelp(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** The name of the typed command and a blank; empty if there is no such command. */
function commandTyped(program: Command): string {
  const name = process.argv[2];
  const isCommand = program.commands.some((command) => command.name() === name && name !== 'help');
  return isCommand ? `${name} ` : '';
}

/** Rewrites a message of Commander in the style of this program. */
function explain({ code, message }: CommanderError): string {
  if (code === 'commander.excessArguments' && process.argv[2] === 'generate') {
    return 'generate takes one list of deals, without blanks, such as 1,617,11982..12000';
  }
  return message
    .replace(/^error: /, '')
    .replace(/\n(?=\(Did you mean)/, ' ')
    .replace(/\.$/, '');
}

async function main(): Promise<number> {
  let help = '';
  const program = commandLine((text) => {
    help += text;
  });
  try {
    if (process.argv.length <= 2) program.outputHelp();
    else await program.parseAsync().catch(ignoreHelp);
    if (help !== '') await writeOutput(help);
    return 0;
  } catch (error) {
    const { message, status } = error as Error & { status?: number };
    if (error instanceof CommanderError) {
      fail(`${explain(error)}; see freecell-deals ${commandTyped(program)}--help`);
      return USAGE_ERROR;
    }
    if (!(error instanceof ReportedError)) fail(message);
    return error instanceof InputError ? USAGE_ERROR : (status ?? FAILURE);
  }
}

showWarnings();
main().then((status) => {
  process.exitCode = status;
});
