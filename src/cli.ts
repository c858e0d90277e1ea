#!/usr/bin/env node
// The command: its words go to the commands, what fails becomes one line and an exit status.

import { Command, CommanderError } from 'commander';
import { packageVersion } from './assets.js';
import { addCat } from './commands/cat.js';
import { addFind } from './commands/find.js';
import { addGenerate } from './commands/generate.js';
import { addInfo } from './commands/info.js';
import { addShow } from './commands/show.js';
import { AlreadySaid, fail, writeOutput } from './commands/terminal.js';
import { addVerify } from './commands/verify.js';
import { InputError } from './common/errors.js';

const FAILED = 1;
const MISUSED = 2;

/** The commands; `writeOut` takes help and version. */
function commandLine(writeOut: (text: string) => void): Command {
  const program = new Command('freecell-deals')
    .description('Bulk generator of Microsoft FreeCell deals, numbers 1 to 8589934591.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ writeOut, writeErr: () => {} })
    .addHelpText('after', '\nExit status: 0 done, 1 it failed, 2 the words were wrong, 130 interrupted.');
  addGenerate(program);
  addVerify(program);
  addCat(program);
  addInfo(program);
  addShow(program);
  addFind(program);
  return program;
}

/** Commander throws after help and version, too. */
function ignoreHelp(error: unknown): void {
  if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
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
      fail(`${message.replace(/^error: /, '')}; see freecell-deals --help`);
      return MISUSED;
    }
    if (!(error instanceof AlreadySaid)) fail(message);
    return error instanceof InputError ? MISUSED : (status ?? FAILED);
  }
}

main().then((status) => {
  process.exitCode = status;
});
