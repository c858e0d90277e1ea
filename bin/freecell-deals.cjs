#!/usr/bin/env node
// Starts the command. An old Node cannot read the command itself, which is in command.cjs, so this file is written for
// any: it says which Node is needed.
// biome-ignore-all lint/suspicious/noVar: see above

var needed = NODE_NEEDED.split('.').map(Number);
var found = process.versions.node.split('.').map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    `freecell-deals: it needs Node ${NODE_NEEDED} or later; this is Node ${process.versions.node}\n`,
  );
  process.exitCode = 1;
} else start();

/** Starts the command. On Node, it uses the code that V8 compiled in an earlier run, if the temporary folder has it. */
function start() {
  var keepsCode = !process.versions.bun && !process.versions.deno && !process.env.NODE_DISABLE_COMPILE_CACHE;
  var loaded = keepsCode ? loadCompiled(require('node:os').tmpdir()) : { command: require('./command.cjs') };
  loaded.command.main(process.argv.slice(2)).then((status) => {
    process.exitCode = status;
    if (loaded.keep && status === 0) loaded.keep();
    setImmediate(process.exit); // after its warnings; a list that pauses may still be asked for more
  });
}

/** Returns what a function returns; undefined if it throws. */
function attempt(action) {
  try {
    return action();
  } catch (_error) {
    return undefined;
  }
}

/**
 * Loads the command as require does, but with compiled code. A thousand deals then take a tenth less time from start to exit. With
 * Node's own compile cache (Node 22.8 and later), they take a quarter more time than with this code.
 *
 * The returned `keep` writes that code, for each command apart, because V8 compiles a function when it is first called.
 */
function loadCompiled(folder) {
  var fs = require('node:fs');
  var vm = require('node:vm');
  var path = `${__dirname}/command.cjs`;
  var word = /^[a-z]+$/.test(process.argv[2]) ? process.argv[2] : '';
  var parts = ['freecell-deals', COMMAND_DIGEST, process.version, process.arch, process.geteuid?.(), word];
  var kept = `${folder}/${parts.join('-')}`;
  var content = fs.readFileSync(path, 'utf8');
  var script = new vm.Script(`(function (exports, require, module, __filename) {${content}\n})`, {
    filename: path,
    cachedData: attempt(() => readOwn(fs, kept)),
  });
  var module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, path);

  function keep() {
    if (script.cachedDataRejected === false) return;
    var partial = `${kept}.${process.pid}`;
    attempt(() => {
      // V8 does not notice damaged code, so a power cut must leave all of it or nothing
      fs.writeFileSync(partial, script.createCachedData(), { flag: 'wx', mode: 384, flush: true }); // 0600
      fs.renameSync(partial, kept);
    });
    attempt(() => fs.rmSync(partial, { force: true })); // if it could not be written or renamed
  }
  return { command: module.exports, keep: keep };
}

/** Returns the bytes of a file if it is this user's and no other user can write it: V8 runs it. Throws if there is no file. */
function readOwn(fs, path) {
  var user = process.geteuid?.();
  var fd = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  var stat = fs.fstatSync(fd);
  var isOwn = user === undefined || (user === stat.uid && (stat.mode & 18) === 0); // 0022
  var bytes = isOwn && stat.isFile() && stat.nlink === 1 ? fs.readFileSync(fd) : undefined;
  fs.closeSync(fd);
  return bytes;
}
