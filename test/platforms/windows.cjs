// Preloaded into a command (NODE_OPTIONS=--require). Makes Linux behave like Windows, as far as this program can tell: the name of
// the platform, no /proc, no users, and how the file system treats the names of open files and pipes. The number of a volume differs
// between paths and descriptors, as in libuv 1.49 and 1.50 on Windows 11.

const fs = require('node:fs');
const Module = require('node:module');
require('node:os'); // loaded before the platform changes, so that it uses this system's folders and devices

Object.defineProperty(process, 'platform', { value: 'win32' });
for (const name of ['getuid', 'geteuid', 'getgid', 'getegid']) process[name] = undefined;

function failure(code, what) {
  return Object.assign(new Error(`${code}: ${what}`), { code });
}

/** Windows has no signals: each of them ends the process with status 1. */
const { kill } = process;
process.kill = (pid, signal) => {
  if (pid === process.pid && signal !== 0) process.reallyExit(1);
  return kill.call(process, pid, signal);
};

function identity(stat) {
  return `${stat.dev} ${stat.ino}`;
}

// An unlinked file that is open in this process keeps its name until it is closed.
const open = new Map(); // identities by descriptor
const pending = new Map(); // lists of paths by identity

function remember(fd) {
  open.set(fd, identity(fs.fstatSync(fd)));
  return fd;
}

function forget(fd) {
  const id = open.get(fd);
  open.delete(fd);
  if ([...open.values()].includes(id)) return;
  const paths = pending.get(id) ?? [];
  pending.delete(id);
  for (const path of paths) fs.unlinkSync(path);
}

process.on('exit', () => {
  for (const path of [...pending.values()].flat()) fs.rmSync(path, { force: true });
});

function isOpen(path) {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && [...open.values()].includes(identity(stat));
}

/** Wraps a call so that it finds no /proc. */
function withoutProc(call) {
  return (path, ...rest) => {
    if (/^\/proc\b/.test(String(path))) throw failure('ENOENT', 'no such file or directory');
    return call(path, ...rest);
  };
}

function onOtherVolume(stat) {
  if (stat !== undefined)
    stat.dev = typeof stat.dev === 'bigint' ? stat.dev + 4294967296n : stat.dev + 4294967296;
  return stat;
}

/** A pipe takes positioned writes, and ignores the position. */
function positionFor(fd, position) {
  const stat = fs.fstatSync(fd);
  return stat.isFIFO() || stat.isSocket() ? null : position;
}

function asEof(error) {
  return error?.code === 'EPIPE' ? failure('EOF', 'end of file, write') : error;
}

const windows = {
  constants: { ...fs.constants, O_NOFOLLOW: undefined, O_NONBLOCK: undefined },
  openSync: (...args) => remember(fs.openSync(...args)),
  open(path, ...rest) {
    const done = rest.pop();
    fs.open(path, ...rest, (error, fd) => done(error, error ? undefined : remember(fd)));
  },
  closeSync(fd) {
    fs.closeSync(fd);
    forget(fd);
  },
  close(fd, done) {
    fs.close(fd, (error) => {
      forget(fd);
      done(error);
    });
  },
  readFileSync: withoutProc(fs.readFileSync),
  readlinkSync: withoutProc(fs.readlinkSync),
  lstatSync: (path, ...rest) => onOtherVolume(fs.lstatSync(path, ...rest)),
  statSync: (path, ...rest) => onOtherVolume(fs.statSync(path, ...rest)),
  fstatSync(fd, ...rest) {
    const stat = fs.fstatSync(fd, ...rest);
    // Node does not recognize pipes on Windows
    return Object.assign(stat, { isFIFO: () => false, isSocket: () => false });
  },
  unlinkSync(path) {
    const id = identity(fs.lstatSync(path));
    if (isOpen(path)) pending.set(id, [...(pending.get(id) ?? []), path]);
    else fs.unlinkSync(path);
  },
  renameSync(from, to) {
    if (isOpen(to)) throw failure('EPERM', 'operation not permitted, rename');
    fs.renameSync(from, to);
  },
  fsyncSync(fd) {
    if (fs.fstatSync(fd).isDirectory()) throw failure('EPERM', 'operation not permitted, fsync');
    fs.fsyncSync(fd);
  },
  writeSync(fd, bytes, offset, length, position) {
    if (typeof bytes === 'string') return fs.writeSync(fd, bytes);
    try {
      return fs.writeSync(fd, bytes, offset, length, positionFor(fd, position));
    } catch (error) {
      throw asEof(error);
    }
  },
  write(fd, bytes, offset, length, position, done) {
    fs.write(fd, bytes, offset, length, positionFor(fd, position), (error, written) =>
      done(asEof(error), written, bytes),
    );
  },
};
// util.promisify of fs.write and fs.read resolves to two named values
windows.write[require('node:util').promisify.custom] = (fd, bytes, ...rest) =>
  new Promise((resolve, reject) => {
    windows.write(fd, bytes, ...rest, (error, bytesWritten) =>
      error ? reject(error) : resolve({ bytesWritten, buffer: bytes }),
    );
  });

const replaced = { ...fs, ...windows };
const load = Module._load;
Module._load = (request, ...rest) => (/^(node:)?fs$/.test(request) ? replaced : load(request, ...rest));
