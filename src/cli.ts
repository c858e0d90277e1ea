// The command line. It runs a command, and turns a failure into one line and an exit status.

import { type Command, CommanderError } from 'commander';
import { commandLine } from './commands/program.js';
import { fail, ReportedError, showWarnings, writeOutput } from './commands/terminal.js';
import { InputError } from './common/errors.js';
import { quote } from './common/quote.js';
import { standard } from './io/standard.js';

const FAILURE = 1;
const USAGE_ERROR = 2;

/** Ignores what Commander throws after it has printed help or the version. */
function ignoreHelp(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
}

/** The typed command; undefined if there is no such command. */
function commandTyped(program: Command, name: string | undefined): Command | undefined {
  return program.commands.find((command) => command.name() === name && name !== 'help');
}

/** Options that several commands name differently. */
const SYNONYMS: Record<string, string> = {
  '-v': '--version',
  '-f': '--style',
  '--format': '--style',
  '--style': '--format',
  '--random': '--sample',
};

/** The options that an unknown one begins or stands for. Commander compares only whole names: --count is nearest to --out. */
function optionsMeant(message: string, command: Command): string[] {
  const [flag = ''] = /(?<=')--?[\w-]+/.exec(message) ?? [];
  const names = command.options.flatMap(({ long }) => long ?? []);
  if (/^--(random|today)$/.test(flag) && !names.includes('--sample')) return [`show ${flag.slice(2)}`];
  return names.filter((name) => name === SYNONYMS[flag] || (/^--\w/.test(flag) && name.startsWith(flag)));
}

/** Rewrites a message of Commander in the style of this program. */
function explain({ code, message }: CommanderError, typed: string, command: Command): string {
  if (code === 'commander.excessArguments' && ['generate', 'show'].includes(typed)) {
    return `${typed} takes one list of deals, without blanks, such as 1,617,11982..12000`;
  }
  if (code === 'commander.unknownCommand' && /^#?\d+$/.test(typed)) {
    return `unknown command ${quote(typed)}; show ${quote(typed)} shows this deal`;
  }
  if (code === 'commander.unknownCommand' && typed === 'solve') {
    return `unknown command 'solve'; examples/solve in the package's folder solves deals, show 617 -s text | fc-solve one deal`;
  }
  const meant = code === 'commander.unknownOption' ? optionsMeant(message, command) : [];
  const suggested = meant.length > 1 ? `one of ${meant.join(', ')}` : meant[0];
  return message
    .replace(/^error: /, '')
    .replace(/\n(?=\(Did you mean)/, ' ')
    .replace(/\.$/, '')
    .replace(/(?: \(Did you mean .*\))?$/, (before) =>
      suggested ? ` (Did you mean ${suggested}?)` : before,
    );
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
      const [typed = ''] = argv;
      const command = commandTyped(program, typed);
      const named = command === undefined ? '' : `${typed} `;
      fail(`${explain(error, typed, command ?? program)}; see freecell-deals ${named}--help`);
      return USAGE_ERROR;
    }
    if (!(error instanceof ReportedError)) fail(message);
    return error instanceof InputError ? USAGE_ERROR : (status ?? FAILURE);
  }
}
