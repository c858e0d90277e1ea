// Where platforms differ: the one place that asks for the platform, and that says what its names and errors mean.

import { accessSync, type BigIntStats, constants, fstatSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { toFailure } from '../common/errors.js';

const isWindows = process.platform === 'win32';

/** Whether /proc tells about processes. */
export const HAS_PROC = process.platform === 'linux';

/** The variable of the environment that names the temporary folder. */
export const TEMPORARY_FOLDER_VARIABLE = isWindows ? 'TEMP' : 'TMPDIR';

/**
 * Whether a descriptor that is not a regular file takes positioned writes: only a device can. Windows lets them pass on
 * pipes and consoles, and ignores the position.
 */
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

/** Whether a failed write says that the reader of the pipe has closed it. Windows has EOF for that, too. */
export function isReaderGone(error: unknown): boolean {
  return ['EPIPE', 'EOF'].includes(toFailure(error).code ?? '');
}

/**
 * Whether two files of one folder are the same file. File systems without file identities have 0 for all. Volumes are not
 * compared on Windows, where Node 22.12 to 22.16, 24.0 and 24.1 name one volume differently by path and by descriptor.
 */
export function isSameIdentity(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.ino !== 0n && (isWindows || a.dev === b.dev);
}

/** Opens a folder to sync it later; undefined where folders are not opened or synced. */
export function openFolder(path: string): number | undefined {
  return isWindows ? undefined : openSync(path, 'r');
}

/** Some file systems have no fsync for folders; a device that fails is a failure. */
const FOLDER_SYNC_UNSUPPORTED = ['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EACCES', 'EBADF', 'ENOSYS'];

/** Syncs an open folder where its file system can do that. */
export function syncFolder(fd: number): void {
  try {
    fsyncSync(fd);
  } catch (error) {
    if (!FOLDER_SYNC_UNSUPPORTED.includes(toFailure(error).code ?? '')) throw error;
  }
}

/** Errors of removing and renaming while another program, such as a virus scanner, has the file open. */
const HELD = isWindows ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY'];
const RETRY_AFTER = 50; // ms
const RETRY_FOR = 1000; // ms

/**
 * Removes or replaces the file at `path`: tries again for about a second while another program has it open. What it throws
 * then has the code EBUSY, as far as the system tells.
 */
export async function retryWhileHeld<T>(path: string, action: () => T): Promise<T> {
  for (let waited = 0; ; waited += RETRY_AFTER) {
    try {
      return action();
    } catch (error) {
      if (!HELD.includes(toFailure(error).code ?? '')) throw error;
      if (waited >= RETRY_FOR)
        throw isWritable(path) ? Object.assign(error as Error, { code: 'EBUSY' }) : error;
    }
    await sleep(RETRY_AFTER);
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Names that Windows keeps for devices, whatever the extension, and characters that no name has there. */
const RESERVED_NAME =
  /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(\..*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are not allowed either
const RESERVED_CHARACTER = /[<>:"|?*\u0000-\u001f]/;

/** The path of the null device if that is what a path names: NUL in any folder of Windows. */
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
 * Ends this process at once as a signal does. Windows has no signals: there, process.exit gives the status, but it would
 * wait for I/O that waits; a process that is killed has status 1.
 */
export function endBySignal(name: NodeJS.Signals, status: number, isWaiting: boolean): void {
  process.removeAllListeners(name);
  if (isWindows && !isWaiting) process.exit(status);
  process.kill(process.pid, name);
}
