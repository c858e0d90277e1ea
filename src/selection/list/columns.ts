// How to pass one column of a table as a list: the command that a message names.

import { shellQuoted } from '../../common/quote.js';
import { isDealNumber } from '../../game/deal-numbers.js';

/** The command that prints a column of a file, after its first lines. */
export function cutCommand(name: string, separator: string, column: number, skipped = 0): string {
  const file = name === 'standard input' ? '' : ` ${shellQuoted(name)}`;
  const cut = `cut ${separator === '\t' ? '' : `-d ${shellQuoted(separator)} `}-f ${column}`;
  return skipped === 0 ? cut + file : `tail -n +${skipped + 1}${file} | ${cut}`;
}

/** Advice for a line that may be one of a table, to end a message; empty if the line does not tell the column. */
export function columnAdvice(line: string, name: string): string {
  const separator = ['\t', ';', ',', ':', ' '].find((sign) => line.includes(sign)) ?? ',';
  const fields = line.trimEnd().split(separator);
  const column = fields.findIndex((field) => /^\d+$/.test(field) && isDealNumber(Number(field)));
  const isSentence = /[: ]/.test(separator) && line.trim().split(' ').length > (separator === ' ' ? 2 : 1);
  if (column < 0 || fields.length === 1 || isSentence) return '';
  return `; of a table, pass the column: ${cutCommand(name, separator, column + 1)}`;
}
