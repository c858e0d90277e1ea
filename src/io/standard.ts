// The standard streams, the words of the command, and warnings.

/** Descriptors of the standard streams. A program that calls `main` may pass others. */
export const standard = { input: 0, output: 1, error: 2 };

/** Names of standard output: opened by one, a file behind it would be truncated and written from its start. */
export const STDOUT_NAMES = ['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'];

/** The words after `freecell-deals` while it generates: FILE.run keeps them, and `info` shows how to resume. */
export const typed: { words?: readonly string[] } = {};

/** The number of files that this process writes under another name, and that it syncs when it is stopped. */
export const unfinished = { files: 0 };

/** The name of warnings of this program: Node prints them, and the command prints them like its own messages. */
export const WARNING = 'FreecellDealsWarning';

export function warn(message: string): void {
  process.emitWarning(message, WARNING);
}
