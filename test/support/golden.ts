import { readFileSync } from 'node:fs';

/** A file in test/golden/texts. */
export function textIn(name: string): string {
  return readFileSync(new URL(`../golden/texts/${name}`, import.meta.url), 'utf8');
}

/** The lines of a file that are neither empty nor a remark, which begins with #. */
function linesIn(name: string): string[] {
  return textIn(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * The pairs of a file in test/golden/texts: a line that is given, and below it, indented, the line that must result.
 * A given line in double quotes is JSON.
 */
export function pairsIn(name: string): [given: string, result: string][] {
  const lines = linesIn(name);
  return Array.from({ length: lines.length / 2 }, (_, i) => {
    const [given, result] = lines.slice(2 * i, 2 * i + 2) as [string, string];
    if (given.startsWith(' ') || !/^ {4}\S/.test(result)) throw new Error(`${name}: not a pair at ${given}`);
    return [given.startsWith('"') ? JSON.parse(given) : given, result.slice(4)];
  });
}

/** The rows of a table in test/golden/texts, each an array in a line of JSON. */
export function rowsIn<Row>(name: string): Row[] {
  return linesIn(name).map((line) => JSON.parse(line));
}

/** The boards of deals 1 and 617 in Rosetta Code's "Deal cards for FreeCell". */
export const [GAME_1, GAME_617] = ['1', '617'].map((n) =>
  readFileSync(new URL(`../golden/rosetta/${n}.txt`, import.meta.url), 'utf8'),
) as [string, string];

/** The boards of golden/boards.txt, which another program dealt: deal number -> eight lines. */
export const goldenBoards: ReadonlyMap<number, string> = new Map(
  readFileSync(new URL('../golden/boards.txt', import.meta.url), 'utf8')
    .split(/^(?=\d+\n)/m)
    .map((entry) => {
      const end = entry.indexOf('\n');
      return [Number(entry.slice(0, end)), entry.slice(end + 1)];
    }),
);
