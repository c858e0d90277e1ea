// Warnings, which are not failures. Node prints them on standard error; the command prints them like its own messages.

export const WARNING = 'FreecellDealsWarning';

export function warn(message: string): void {
  process.emitWarning(message, WARNING);
}
