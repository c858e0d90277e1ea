// The command as a script that V8 need not compile again: build.mjs keeps the code that this Node has made of it, and V8
// takes it back if it is of the same version with the same flags. Written for any Node, as a part of the launcher.
// biome-ignore-all lint/suspicious/noVar: see above
// biome-ignore-all lint/style/useTemplate: see above

var fs = require('node:fs');
var Script = require('node:vm').Script;
var path = require('node:path');

/** The compiled code of the command in `folder`, as this Node makes it. */
function codeFile(folder) {
  return path.join(
    folder,
    'command-' + process.version + '-' + process.platform + '-' + process.arch + '.code',
  );
}

/** command.cjs in `folder` as a vm.Script, of a function with the parameters of a CommonJS module. */
function loadScript(folder) {
  var filename = path.join(folder, 'command.cjs');
  var code = codeFile(folder);
  return new Script(require('node:module').wrap(fs.readFileSync(filename, 'utf8')), {
    filename: filename,
    cachedData: fs.existsSync(code) ? fs.readFileSync(code) : undefined,
  });
}

exports.codeFile = codeFile;
exports.loadScript = loadScript;
