// Searches a deal by the rules of the game alone. It shares no code with src/ or with the kernel, and uses none of its ideas:
// cards move one at a time, none moves by itself, and states are compared whole. Only the order of columns and of cells is
// not part of a state.

/** A search is open if its limit of states has ended it. */
export interface Found {
  outcome: 'won' | 'impossible' | 'open';
  states: number;
}

/** In a state, a card is one character. Its code is 4 * rank + suit, from A on; the suits are CDHS. */
const charOf = (name: string) =>
  String.fromCharCode(
    65 + 4 * 'A23456789TJQK'.indexOf(name[0] as string) + 'CDHS'.indexOf(name[1] as string),
  );

/** Whether a card can be put on another card in a column. */
function fitsOn(card: string, below: string): boolean {
  const [upper, lower] = [card.charCodeAt(0) - 65, below.charCodeAt(0) - 65];
  const isRed = (code: number) => code % 4 === 1 || code % 4 === 2;
  return Math.floor(lower / 4) === Math.floor(upper / 4) + 1 && isRed(upper) !== isRed(lower);
}

/** Columns, cells, and the next card of each foundation. */
const stateOf = (columns: readonly string[], cells: string, next: string) =>
  `${columns.toSorted().join('|')} ${[...cells].sort().join('')} ${next}`;

/** The states after each move, those of the moves that seem best last. */
function statesAfter(state: string, cellCount: number): string[] {
  const [text, cells, next] = state.split(' ') as [string, string, string];
  const columns = text.split('|');
  const toCells: string[] = [];
  const toColumns: string[] = [];
  const toFoundations: string[] = [];
  const addMoves = (card: string, columns: readonly string[], cells: string) => {
    if (next.includes(card)) {
      const following = String.fromCharCode(card.charCodeAt(0) + 4);
      toFoundations.push(stateOf(columns, cells, next.replace(card, following)));
    }
    columns.forEach((column, i) => {
      if (column === '') toCells.push(stateOf(columns.with(i, card), cells, next));
      else if (fitsOn(card, column.at(-1) as string))
        toColumns.push(stateOf(columns.with(i, column + card), cells, next));
    });
    if (cells.length < cellCount) toCells.push(stateOf(columns, cells + card, next));
  };
  for (const [i, column] of columns.entries())
    if (column !== '') addMoves(column.at(-1) as string, columns.with(i, column.slice(0, -1)), cells);
  for (const card of cells) addMoves(card, columns, cells.replace(card, ''));
  return [...toCells, ...toColumns, ...toFoundations];
}

/** The columns of a deal, given in dealing order. */
export const columnsOf = (dealt: readonly string[]) =>
  Array.from({ length: 8 }, (_, c) => dealt.filter((_, i) => i % 8 === c));

/**
 * Searches the states that can be reached from the cards in columns, depth first.
 * A state takes about 150 bytes.
 */
export function searchPlainly(dealt: readonly string[][], cellCount: number, maxStates: number): Found {
  const start = stateOf(
    dealt.map((cards) => cards.map(charOf).join('')),
    '',
    'ABCD',
  );
  const known = new Set([start]);
  const left = [start];
  for (let state = left.pop(); state !== undefined; state = left.pop()) {
    if (/^\|* {2}/.test(state)) return { outcome: 'won', states: known.size };
    if (known.size >= maxStates) return { outcome: 'open', states: known.size };
    for (const after of statesAfter(state, cellCount)) {
      if (known.has(after)) continue;
      known.add(after);
      left.push(after);
    }
  }
  return { outcome: 'impossible', states: known.size };
}
