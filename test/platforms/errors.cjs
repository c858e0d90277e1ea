// Preloaded into a command (NODE_OPTIONS=--require). Makes calls of node:fs fail, or return inode numbers that are useless.
// ERRORS is JSON: [{ call, path?, code?, times?, ms?, cut?, replaces? }]. path is a regular expression, or "folder" for an
// open folder. times says how often the call fails; the default is forever. With ms, the call only begins
// later; with cut, the file at that path is cut before it. Otherwise, without a code, another run begins its file at the path
// `replaces` right before the call. INODES is "unstable", "none", or "devices" if the device numbers are unstable. PROC=none hides /proc.

const fs = require('node:fs');
const Module = require('node:module');
const { crc32 } = require('node:zlib');

const replaced = { ...fs };
const { ERRORS = '[]', INODES, PROC } = process.env;

function isMeant(target, path) {
  if (path === undefined) return true;
  if (path === 'folder') return fs.fstatSync(target).isDirectory();
  const name = typeof target === 'number' ? fs.readlinkSync(`/proc/self/fd/${target}`) : target;
  return new RegExp(path).test(String(name)) && fs.existsSync(name);
}

for (const rule of JSON.parse(ERRORS)) {
  const { call, path, code } = rule;
  const real = replaced[call];
  replaced[call] = (...args) => {
    if (rule.times === 0 || !isMeant(args[0], path)) return real(...args);
    if (rule.times !== undefined) rule.times--;
    if (rule.ms !== undefined) return setTimeout(real, rule.ms, ...args);
    if (rule.cut !== undefined) {
      fs.truncateSync(rule.cut);
      return real(...args);
    }
    if (rule.replaces !== undefined) {
      fs.rmSync(rule.replaces);
      fs.writeFileSync(rule.replaces, 'other');
      const begun = JSON.stringify({ begun: { version: '' }, by: 'other' });
      fs.appendFileSync('a.bin.run', `${crc32(begun).toString(16).padStart(8, '0')} ${begun}\n`);
      return real(...args);
    }
    throw Object.assign(new Error(`${code}: ${call}`), { code, syscall: call });
  };
}

let inode = 1n;
for (const call of INODES ? ['lstatSync', 'fstatSync', 'statSync'] : []) {
  const real = replaced[call];
  replaced[call] = (...args) => {
    const stat = real(...args);
    const key = INODES === 'devices' ? 'dev' : 'ino';
    if (stat !== undefined) stat[key] = typeof stat.ino === 'bigint' ? (INODES === 'none' ? 0n : inode++) : 0;
    return stat;
  };
}

for (const call of PROC === 'none' ? ['readlinkSync', 'readFileSync'] : []) {
  const real = replaced[call];
  replaced[call] = (path, ...rest) => {
    if (/^\/proc\b/.test(String(path))) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    return real(path, ...rest);
  };
}

const load = Module._load;
Module._load = (request, ...rest) => (/^(node:)?fs$/.test(request) ? replaced : load(request, ...rest));
