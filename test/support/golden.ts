import { readFileSync } from 'node:fs';

/**
 * The pairs of a file in test/golden/texts: a line that is given, and below it, indented, the line that must result.
 * A given line in double quotes is JSON. A line that begins with # is a remark.
 */
export function pairsIn(name: string): [given: string, result: string][] {
  const text = readFileSync(new URL(`../golden/texts/${name}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Array.from({ length: lines.length / 2 }, (_, i) => {
    const [given, result] = lines.slice(2 * i, 2 * i + 2) as [string, string];
    if (given.startsWith(' ') || !/^ {4}\S/.test(result)) throw new Error(`${name}: not a pair at ${given}`);
    return [given.startsWith('"') ? JSON.parse(given) : given, result.slice(4)];
  });
}
