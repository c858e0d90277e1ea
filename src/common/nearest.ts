// The name that somebody meant who mistyped it.

/** How many characters of `b` must be inserted, left out or replaced in `a` to get it. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    let left = i + 1;
    row = row.map((above, j) => {
      if (j === 0) return left;
      const replaced = (row[j - 1] ?? 0) + Number(a[i] !== b[j - 1]);
      left = Math.min(replaced, above + 1, left + 1);
      return left;
    });
  }
  return row[b.length] ?? 0;
}

/** The nearest of some names to a word; undefined where none is near: at most a third of its characters differ. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [near] = names
    .map((name) => ({ name, changes: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= Math.ceil(name.length / 3))
    .toSorted((a, b) => a.changes - b.changes);
  return near?.name;
}
