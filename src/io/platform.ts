// Differences between platforms. No other file asks for the platform.

import { type BigIntStats, closeSync, fstatSync, fsyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutputProblem, toFailure } from '../common/errors.js';
import { grouped } from '../common/quote.js';

const isWindows = process.platform === 'win32';

export const HAS_PROC = process.platform === 'linux';

/** Whether a descriptor takes positioned writes but is no regular file. Pipes of Windows would ignore the offset. */
export function takesPositionedWrites(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    if (isWindows || !(stat.isCharacterDevice() || stat.isBlockDevice())) return false;
    writeSync(fd, new Uint8Array(0), 0, 0, 0);
    return true;
  } catch {
    return false; // ESPIPE
  }
}

/** Whether a write failed because the reader has closed the pipe. On Windows that can be EOF, too. */
export function isReaderGone(error: unknown): boolean {
  return ['EPIPE', 'EOF'].includes(toFailure(error).code ?? '');
}

/**
 * Whether two files of one folder are the same file. File systems without file identities have 0 for all files. On
 * Windows the volume is not compared: in Node 22.12 to 22.16, 24.0 and 24.1, path and descriptor can differ in it.
 */
export function isSameIdentity(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.ino !== 0n && (isWindows || a.dev === b.dev);
}

/** Whether a sync failed because the file system cannot sync. Without --sync, a run goes on. */
export function isUnsyncable(error: unknown): boolean {
  return ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(toFailure(error).code ?? '');
}

/** Syncs a folder. Windows cannot open folders, some file systems cannot sync them, and not all can be read. */
export function syncFolder(path: string): void {
  if (isWindows) return;
  let fd: number | undefined;
  try {
    fd = openSync(path, 'r');
    fsyncSync(fd);
  } catch (error) {
    if (['EIO', 'ENOSPC', 'EDQUOT'].includes(toFailure(error).code ?? '')) throw error;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Throws an OutputProblem if a folder has too few free bytes. Some file systems do not tell. */
export function checkSpace(folder: string, needed: number): void {
  let free = Number.POSITIVE_INFINITY;
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    if (blocks > 0) free = bavail * bsize;
  } catch {
    return;
  }
  if (free >= needed) return;
  const sizes = `it needs ${grouped(needed)} bytes and the disk has ${grouped(free)} free`;
  throw new OutputProblem('ENOSPC', `${sizes}; free some or write elsewhere`);
}

/** Errors of removing or renaming a file that another program, such as a virus scanner, has open. */
const HELD = isWindows ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY'];
const RETRY_AFTER = 50; // ms
const RETRY_FOR = 1000; // ms

/** Runs an action that removes or replaces a file, again for a second if it is open elsewhere, then throws EBUSY. */
export async function retryWhileHeld<T>(action: () => T): Promise<T> {
  for (let waited = 0; ; waited += RETRY_AFTER) {
    try {
      return action();
    } catch (error) {
      if (!HELD.includes(toFailure(error).code ?? '')) throw error;
      if (waited >= RETRY_FOR) throw Object.assign(error as Error, { code: 'EBUSY' });
    }
    await sleep(RETRY_AFTER);
  }
}

/** Names that Windows reserves for devices, with any extension, and characters that it does not allow in names. */
const RESERVED_NAME =
  /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: Windows does not allow them either
const RESERVED_CHARACTER = /[<>:"|?*\u0000-\u001f]/;

/** The path of the null device, if a path names it as NUL on Windows. */
export function nullDeviceOf(path: string): string | undefined {
  return isWindows && /^nul:?$/i.test(path) ? devNull : undefined;
}

/** The reason why a path cannot name a file; undefined if it can. */
export function faultOfName(path: string): string | undefined {
  if (!isWindows || /^[\\/]{2}[.?][\\/]/.test(path)) return undefined;
  for (const name of path.replace(/^[a-z]:/i, '').split(/[\\/]/)) {
    if (RESERVED_NAME.test(name)) return `Windows reserves the name ${name} for a device`;
    const character = RESERVED_CHARACTER.exec(name)?.[0];
    if (character !== undefined) return `Windows does not allow ${JSON.stringify(character)} in a name`;
  }
  return undefined;
}

/**
 * Ends this process at once, as the signal does. Windows has no signals: process.exit sets the status there. It would
 * wait for pending I/O, so a process with such I/O is killed, and has status 1.
 */
export function endBySignal(name: NodeJS.Signals, status: number, isWaiting: boolean): void {
  process.removeAllListeners(name);
  if (isWindows && !isWaiting) process.exit(status);
  process.kill(process.pid, name);
}
