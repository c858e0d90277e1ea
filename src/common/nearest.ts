// The name that a mistyped word stands for.

/** The fewest characters to insert, remove, replace, or exchange with their neighbour, to turn `a` into `b`. */
function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (isSame ? 0 : 1));
      if (j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2] + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** The nearest of several names to a word, in any case; undefined if more than a third of each name differs. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [near] = names
    .map((name) => ({ name, changes: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= Math.ceil(name.length / 3))
    .sort((a, b) => a.changes - b.changes);
  return near?.name;
}

/** Advice for an unknown name: the nearest of the known ones, or all of them. */
export function hint(word: string, names: readonly string[], all = names.join(', ')): string {
  const near = nearest(word, names);
  return near ? `did you mean ${near}?` : `expected one of ${all}`;
}
