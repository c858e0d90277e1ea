// Warnings, which are not failures. Node prints them on standard error; the command prints them like its own messages.

/** The name of the warnings of this program. */
export const WARNING = 'FreecellDealsWarning';

export function warn(message: string): void {
  process.emitWarning(message, WARNING);
}
