// Plays a solution in standard notation by the rules of FreeCell, to check a solver independently.

const CELLS = 'abcd';

/** Whether a card may lie on another: one rank lower, other colour. */
function fitsOn(card: number, below: number): boolean {
  const isRed = (c: number) => c % 4 === 1 || c % 4 === 2; // suits C D H S
  return (card >> 2) + 1 === below >> 2 && isRed(card) !== isRed(below);
}

/**
 * Plays moves on a deal.
 * `2a` moves from column 2 to cell a, `a5` from cell a to column 5, `53` as many cards as fit, `53v4` four cards to an empty column
 * (without v, one card), `3h` to the foundation.
 * @param cards 52 card bytes in dealing order
 * @returns 'won', or the first fault
 */
export function play(cards: Uint8Array, moves: readonly string[]): string {
  const columns: number[][] = Array.from({ length: 8 }, (_, column) =>
    Array.from(cards).filter((_, i) => i % 8 === column),
  );
  const cells: (number | undefined)[] = [undefined, undefined, undefined, undefined];
  const foundations = [0, 0, 0, 0]; // number of cards on each

  /** The largest number of cards that can move between two columns at once. */
  const maxCards = (isToEmpty: boolean) => {
    const freeCells = cells.filter((cell) => cell === undefined).length;
    const emptyColumns = columns.filter((column) => column.length === 0).length;
    return (freeCells + 1) * 2 ** (emptyColumns - (isToEmpty ? 1 : 0));
  };
  /** Number of cards that a move takes; 0 if the rules forbid it. */
  const countOf = (from: number[], to: number[], countToEmpty: number) => {
    let run = 1;
    while (
      run < from.length &&
      fitsOn(from[from.length - run] as number, from[from.length - run - 1] as number)
    )
      run++;
    const most = Math.min(run, maxCards(to.length === 0));
    if (to.length === 0) return countToEmpty <= most ? countToEmpty : 0;
    for (let count = 1; count <= most; count++)
      if (fitsOn(from[from.length - count] as number, to.at(-1) as number)) return count;
    return 0;
  };

  for (const [index, move] of moves.entries()) {
    const wrong = `move ${index + 1}, ${move}, is against the rules`;
    const [source, target] = [move.charAt(0), move.charAt(1)];
    const fromCell = CELLS.indexOf(source);
    const from = columns[Number(source) - 1];
    const card = from === undefined ? cells[fromCell] : from.at(-1);
    if (card === undefined) return wrong;
    const to = columns[Number(target) - 1];
    let count = 1;
    if (target === 'h') {
      if (foundations[card % 4] !== card >> 2) return wrong;
      foundations[card % 4] = (card >> 2) + 1;
    } else if (to === undefined) {
      const toCell = CELLS.indexOf(target);
      if (toCell < 0 || cells[toCell] !== undefined) return wrong;
      cells[toCell] = card;
    } else if (from === undefined) {
      if (to.length > 0 && !fitsOn(card, to.at(-1) as number)) return wrong;
      to.push(card);
    } else {
      count = countOf(from, to, Number.parseInt(move.slice(3) || '1', 16));
      if (count === 0) return wrong;
      to.push(...from.slice(-count));
    }
    if (from === undefined) cells[fromCell] = undefined;
    else from.length -= count;
  }
  return foundations.every((count) => count === 13) ? 'won' : 'cards are left';
}
