// Plays solutions by the rules of the game alone. It shares no code with src/ or with the search: it deals by itself.

const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';

/** A card, such as 7D. */
type Card = string;

const rankOf = (card: Card) => RANKS.indexOf(card[0] as string);
const isRed = (card: Card) => 'DH'.includes(card[1] as string);
const fitsOn = (card: Card, below: Card) =>
  rankOf(below) === rankOf(card) + 1 && isRed(below) !== isRed(card);

/** Deals a number, 1..8589934591. Returns the names of the cards in dealing order. */
export function dealByNumber(deal: number): Card[] {
  const deck = [...RANKS].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  const cards: Card[] = [];
  for (let state = deal % 2 ** 32; deck.length > 0; ) {
    state = (Math.imul(state, 214013) + 2531011) >>> 0;
    const high = state >>> 16;
    const draw = deal < 2 ** 31 ? high % 2 ** 15 : deal < 2 ** 32 ? (high % 2 ** 15) + 2 ** 15 : high + 1;
    const at = draw % deck.length;
    cards.push(deck[at] as Card);
    deck[at] = deck.at(-1) as Card;
    deck.pop();
  }
  return cards;
}

/**
 * Plays a solution in the notation that `fc-solve -snx` prints: moves between blanks, each FROM and TO.
 * Columns are 1..8, free cells a, b and so on, and h is all foundations.
 *
 * - Onto a card goes the end of the other column that can be built on it. Only one length fits, since ranks in a run differ.
 * - To an empty column goes one card, or as many as a suffix says: v2..v9, va..vd.
 * - N cards move at once if N <= (free cells + 1) * 2^(empty columns besides the target). Here they move one by one, too.
 *
 * fc-solve writes all of this, but does not promise it. So this project's contract adds: no move is implied, not even to a
 * foundation, and after the last move all cards are on the foundations.
 *
 * @param deal a deal number, or the names of the 52 cards in dealing order
 * @returns the number of moves
 * @throws an Error that names the deal and its first wrong move
 */
export function play(deal: number | readonly Card[], cellCount: number, solution: string): number {
  const dealt = typeof deal === 'number' ? dealByNumber(deal) : deal;
  const columns = Array.from({ length: 8 }, (_, c) => dealt.filter((_, i) => i % 8 === c));
  const cells = Array.from({ length: cellCount }, (): Card[] => []);
  const foundations = [...SUITS].map((): Card[] => []);
  const moves = solution === '' ? [] : solution.split(' ');
  let index = 0;

  function check(isRight: boolean, problem: string): asserts isRight {
    if (isRight) return;
    const name = typeof deal === 'number' ? `deal ${deal}` : `the board ${dealt.slice(0, 8).join(' ')} ..`;
    const at = index < moves.length ? `move ${index + 1} of ${moves.length}, '${moves[index]}'` : 'the end';
    throw new Error(`${name}, ${at}: ${problem}`);
  }

  /** Moves the last card of a place to another place. */
  function moveCard(from: Card[], to: Card[]): void {
    const card = from.at(-1);
    check(card !== undefined, 'there is no card');
    const below = to.at(-1);
    if (cells.includes(to)) check(below === undefined, `${below} is in the cell`);
    else if (foundations.includes(to)) check(rankOf(card) === to.length, `${card} is not next`);
    else check(below === undefined || fitsOn(card, below), `${card} does not go on ${below}`);
    to.push(from.pop() as Card);
  }

  /** Moves the last cards of a column to a column one by one, through free cells and empty columns. */
  function moveCards(count: number, from: Card[], to: Card[], empty: readonly Card[][]): void {
    const [column, ...others] = empty;
    if (column !== undefined && count > 1) {
      const upper = Math.floor(count / 2);
      moveCards(upper, from, column, others);
      moveCards(count - upper, from, to, others);
      moveCards(upper, column, to, others);
      return;
    }
    const taken = cells.filter((cell) => cell.length === 0).slice(0, count - 1);
    check(taken.length === count - 1, 'there are too few free cells');
    for (const cell of taken) moveCard(from, cell);
    moveCard(from, to);
    for (const cell of taken.reverse()) moveCard(cell, to);
  }

  /** The number of cards that can be moved from the end of a column onto a card. */
  function countFor(below: Card, from: readonly Card[]): number {
    for (let count = 1; count <= from.length; count++) {
      const card = from.at(-count) as Card;
      if (fitsOn(card, below)) return count;
      const next = from.at(-count - 1);
      if (next === undefined || !fitsOn(card, next)) break;
    }
    check(false, `nothing there goes on ${below}`);
  }

  /** The column or cell that a letter names. */
  function placeOf(name: string): Card[] {
    const place = name >= 'a' ? cells[name.charCodeAt(0) - 97] : columns[Number(name) - 1];
    check(place !== undefined, `there is no cell ${name}`);
    return place;
  }

  for (; index < moves.length; index++) {
    const [, source, target, suffix] =
      /^([1-8a-g])([1-8a-h])(?:v([2-9a-d]))?$/.exec(moves[index] as string) ?? [];
    check(source !== undefined && target !== undefined && source !== target, 'not a move');
    const from = placeOf(source);
    const suit = SUITS.indexOf(from.at(-1)?.[1] ?? 'C'); // moveCard() refuses an empty place
    const to = target === 'h' ? (foundations[suit] as Card[]) : placeOf(target);
    const below = to.at(-1);
    if (!columns.includes(from) || !columns.includes(to)) {
      check(suffix === undefined, 'one card moves');
      check(!cells.includes(from) || !cells.includes(to), 'a card moves from cell to cell');
      moveCard(from, to);
      continue;
    }
    check(suffix === undefined || below === undefined, 'the column is not empty');
    const count = below === undefined ? Number.parseInt(suffix ?? '1', 16) : countFor(below, from);
    const free = cells.filter((cell) => cell.length === 0).length;
    const empty = columns.filter((column) => column.length === 0 && column !== to);
    const most = (free + 1) * 2 ** empty.length;
    check(count <= most, `${count} cards move, but at most ${most} can`);
    moveCards(count, from, to, empty);
  }
  check(
    foundations.every((cards) => cards.length === 13),
    'not all cards are on the foundations',
  );
  return moves.length;
}
