// The command line: it runs a command, and turns a failure into one line and an exit status.

import { Command, CommanderError } from 'commander';
import { addBench } from './commands/bench.js';
import { addCat } from './commands/cat.js';
import { addFind } from './commands/find.js';
import { addGenerate } from './commands/generate.js';
import { addInfo } from './commands/info.js';
import { addMerge } from './commands/merge.js';
import { addShow } from './commands/show.js';
import { AlreadySaid, fail, showWarnings, writeOutput } from './commands/terminal.js';
import { addVerify } from './commands/verify.js';
import { InputError } from './common/errors.js';
import { quote } from './common/quote.js';
import { VERSION } from './common/version.js';

const FAILED = 1;
const MISUSED = 2;

const EXIT_STATUSES =
  '\nExit status: 0 done, 1 failure, 2 usage error, 130 interrupted by SIGINT, 143 by SIGTERM.';

/** The commands; `writeOut` takes help and version. */
function commandLine(writeOut: (text: string) => void): Command {
  const program = new Command('freecell-deals')
    .description('Bulk generator of Microsoft FreeCell deals, numbers 1 to 8589934591.')
    .version(VERSION)
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
  addBench(program);
  addHelp(program);
  return program;
}

/** Commander's own help command takes a command that does not exist for a wish to see the help. */
function addHelp(program: Command): void {
  program
    .command('help')
    .description('show the help of a command')
    .argument('[command]')
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
      if (command === undefined) program.error(`error: unknown command ${quote(name)}`);
      else command.outputHelp();
    });
}

/** Commander throws after help and version, too. */
function ignoreHelp(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** The command that was typed, with a blank behind it; nothing where there is no such command. */
function commandTyped(program: Command): string {
  const name = process.argv[2];
  const isCommand = program.commands.some((command) => command.name() === name && name !== 'help');
  return isCommand ? `${name} ` : '';
}

/** Commander's message in the words of this program. */
function explain({ code, message }: CommanderError): string {
  if (code === 'commander.excessArguments' && process.argv[2] === 'generate') {
    return 'generate takes one list of deals, without blanks, such as 1,617,11982..12000';
  }
  return message.replace(/^error: /, '').replace(/\.$/, '');
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
      return MISUSED;
    }
    if (!(error instanceof AlreadySaid)) fail(message);
    return error instanceof InputError ? MISUSED : (status ?? FAILED);
  }
}

showWarnings();
main().then((status) => {
  process.exitCode = status;
});
