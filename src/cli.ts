// The command line. It runs a command, and turns a failure into one line and an exit status.

import { type Command, CommanderError } from 'commander';
import { commandLine } from './commands/program.js';
import { fail, ReportedError, showWarnings, writeOutput } from './commands/terminal.js';
import { InputError } from './common/errors.js';
import { standard } from './io/standard.js';

const FAILURE = 1;
const USAGE_ERROR = 2;

/** Ignores what Commander throws after it has printed help or the version. */
function ignoreHelp(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** The name of the typed command and a blank; empty if there is no such command. */
function commandTyped(program: Command, name: string | undefined): string {
  const isCommand = program.commands.some((command) => command.name() === name && name !== 'help');
  return isCommand ? `${name} ` : '';
}

/** Rewrites a message of Commander in the style of this program. */
function explain({ code, message }: CommanderError, name: string | undefined): string {
  if (code === 'commander.excessArguments' && name === 'generate') {
    return 'generate takes one list of deals, without blanks, such as 1,617,11982..12000';
  }
  return message
    .replace(/^error: /, '')
    .replace(/\n(?=\(Did you mean)/, ' ')
    .replace(/\.$/, '');
}

/** Runs a command; returns its exit status. `io` replaces the standard streams of this process. */
export async function main(argv: readonly string[], io = standard): Promise<number> {
  Object.assign(standard, io);
  showWarnings();
  let help = '';
  const program = commandLine((text) => {
    help += text;
  });
  try {
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' }).catch(ignoreHelp);
    if (help !== '') await writeOutput(help);
    return 0;
  } catch (error) {
    const { message, status } = error as Error & { status?: number };
    if (error instanceof CommanderError) {
      fail(`${explain(error, argv[0])}; see freecell-deals ${commandTyped(program, argv[0])}--help`);
      return USAGE_ERROR;
    }
    if (!(error instanceof ReportedError)) fail(message);
    return error instanceof InputError ? USAGE_ERROR : (status ?? FAILURE);
  }
}
