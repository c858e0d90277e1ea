// Runs the command line for this process: dist/cli.cjs.

import { main } from './commands/command-line.js';

main(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
  setImmediate(process.exit); // after its warnings; a list that pauses may still be asked for more
});
