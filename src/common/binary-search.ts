/** How many of `count` items are below something, by halving: those that are come first. */
export function countBelow(count: number, isBelow: (i: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
