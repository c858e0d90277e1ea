// Warnings: worth a line, but no failure. Node prints it on standard error; the command prints it as its own line.

/** Class of the warnings of this program. */
export const WARNING = 'FreecellDealsWarning';

export function warn(message: string): void {
  process.emitWarning(message, WARNING);
}
