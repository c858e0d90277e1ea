// The name nearest to one that is not known, for messages.

/** Letters that may be wrong, missing, too many or exchanged with their neighbour. */
const MAX_DISTANCE = 2;

/** Advice that names the nearest of some names, the first of several; empty where none is near. */
export function didYouMean(name: string, names: readonly string[]): string {
  const wanted = name.toLowerCase().replace('10', 't'); // a ten is a T
  const distances = names.map((name) => distance(wanted, name.toLowerCase()));
  const least = Math.min(...distances);
  return least > Math.min(MAX_DISTANCE, wanted.length / 2)
    ? ''
    : `; did you mean ${names[distances.indexOf(least)]}?`;
}

/** How many letters are inserted, removed, replaced, or exchanged with their neighbour, between two words. */
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
