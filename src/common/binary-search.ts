/** The number of items below a bound, by binary search. The items below it come first among the `count`. */
export function countBelow(count: number, isBelow: (i: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first of sorted numbers that is n or more; their count if there is none. */
export function indexFrom(numbers: Float64Array, n: number): number {
  return countBelow(numbers.length, (i) => numbers[i] < n);
}
