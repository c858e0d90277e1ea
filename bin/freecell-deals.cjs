#!/usr/bin/env node
// The first file of the command. It exists before any build, and every version of Node can read it. So it can say that
// Node is too old, or that dist/ is missing. All else is in dist/cli.cjs.
// biome-ignore-all lint/suspicious/noVar: see above
// biome-ignore-all lint/style/useNodejsImportProtocol: see above
// biome-ignore-all lint/style/useTemplate: see above

var fs = require('fs');
var path = require('path');

var folder = path.dirname(__dirname);
var needed; // undefined if package.json cannot be read, as beside a copy of this file
try {
  needed = require('../package.json').engines.node.replace('>=', '');
} catch (_error) {}

/** Returns a version as a number that grows with it: 20.19 is 20019. */
function number(version) {
  var parts = version.split('.');
  return parts[0] * 1000 + Number(parts[1]);
}

function fail(message) {
  process.stderr.write(message + '\n');
  process.exitCode = 1;
}

if (needed === undefined) {
  fail('freecell-deals: ' + __filename + ' is not in its package; link to the command, do not copy it');
} else if (number(process.versions.node) < number(needed)) {
  fail('freecell-deals: it needs Node ' + needed + ' or later; this is Node ' + process.versions.node);
} else if (!fs.existsSync(path.join(folder, 'dist', 'cli.cjs'))) {
  fail('freecell-deals is not built yet: run npm ci in ' + folder);
} else {
  // Node 22.8 and later can keep compiled code, and check it before use
  if (require('module').enableCompileCache) require('module').enableCompileCache();
  require('../dist/cli.cjs');
}
