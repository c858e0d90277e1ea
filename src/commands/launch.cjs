#!/usr/bin/env node
// Starts the command. An old Node cannot read the command itself, which is in command.cjs, so this file is written for
// any: it says which Node is needed.
// biome-ignore-all lint/suspicious/noVar: see above
// biome-ignore-all lint/complexity/useArrowFunction: see above
// biome-ignore-all lint/style/useTemplate: see above

var needed = NODE_NEEDED.split('.').map(Number);
var found = process.versions.node.split('.').map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    'freecell-deals: it needs Node ' +
      NODE_NEEDED +
      ' or later; this is Node ' +
      process.versions.node +
      '\n',
  );
  process.exitCode = 1;
} else if (!/^(-V|--version)$/.test(process.argv.slice(2).join(' ')) || !printVersion()) {
  start();
}

/** Prints the version, which needs no command; returns whether that worked. */
function printVersion() {
  try {
    require('node:fs').writeSync(1, VERSION + '\n');
    return true;
  } catch (_error) {
    return false; // the command says why
  }
}

/** Starts the command. From Node 22.8 on, Node keeps compiled code in the temporary folder, which it would make. */
function start() {
  var enable = require('node:module').enableCompileCache;
  if (enable && require('node:fs').existsSync(require('node:os').tmpdir())) enable();
  require('./command.cjs')
    .main(process.argv.slice(2))
    .then(function (status) {
      process.exitCode = status;
      setImmediate(process.exit); // after its warnings; a list that pauses may still be asked for more
    });
}
