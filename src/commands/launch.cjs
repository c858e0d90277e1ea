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
} else {
  start();
}

/** Starts the command with the code that V8 has compiled in an earlier run, if that is in the temporary folder. */
function start() {
  var isNode = !process.versions.bun && !process.versions.deno;
  var loaded = isNode ? loadCompiled(require('node:os').tmpdir()) : { command: require('./command.cjs') };
  loaded.command.main(process.argv.slice(2)).then(function (status) {
    process.exitCode = status;
    if (loaded.keep && status === 0) loaded.keep();
    setImmediate(process.exit); // after its warnings; a list that pauses may still be asked for more
  });
}

/**
 * Loads the command as require does, but with compiled code from the temporary folder: a thousand deals then take a tenth less
 * from start to exit. With Node's own compile cache, from 22.8 on, they take a quarter more. The returned `keep` writes that
 * code, for each command apart, because V8 compiles a function when it is first called.
 */
function loadCompiled(folder) {
  var fs = require('node:fs');
  var vm = require('node:vm');
  var path = __dirname + '/command.cjs';
  var word = /^[a-z]+$/.test(process.argv[2]) ? process.argv[2] : '';
  var name = ['freecell-deals', COMMAND_DIGEST, process.version, process.geteuid?.(), word].join('-');
  var kept = folder + '/' + name;
  var content = fs.readFileSync(path, 'utf8');
  var script = new vm.Script('(function (exports, require, module, __filename) {' + content + '\n})', {
    filename: path,
    cachedData: readOwn(kept),
  });
  var module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path);

  function keep() {
    if (script.cachedDataRejected === false || process.env.NODE_DISABLE_COMPILE_CACHE) return;
    var partial = kept + '.' + process.pid;
    try {
      // V8 does not notice damaged code, so a power cut must leave all of it or nothing
      fs.writeFileSync(partial, script.createCachedData(), { flag: 'wx', mode: 384, flush: true }); // 0600
      fs.renameSync(partial, kept);
    } catch (_error) {
      fs.rmSync(partial, { force: true }); // no room, or no right to write there
    }
  }
  return { command: module.exports, keep: keep };
}

/** Returns the bytes of a file, if there is one and it is this user's: others could have written any code. */
function readOwn(path) {
  var fs = require('node:fs');
  var user = process.geteuid?.();
  var stat;
  try {
    stat = fs.lstatSync(path);
    if (stat.isFile() && (user === undefined || user === stat.uid)) return fs.readFileSync(path);
  } catch (_error) {
    // there is none
  }
}
