// Says what is wrong with the cards of a text that are not a board.

import { InputError } from '../common/errors.js';
import { cut } from '../common/quote.js';
import { cardName } from '../game/cards.js';
import { CARDS } from '../game/constants.js';

/** A card and the line that names it, from 1. */
export interface Placed {
  card: number;
  line: number;
}

/** A word of a line that is text around a board: surely, or perhaps because the line names cards, too. */
export interface Remark {
  word: string;
  isDoubtful: boolean;
  line: number;
}

const LONGEST_SHOWN = 20; // characters of a word in a message
const MOST_NAMED = 6; // cards in a message

function namesOf(cards: readonly number[]): string {
  const names = cards.slice(0, MOST_NAMED).map(cardName).join(' ');
  return cards.length > MOST_NAMED ? `${names} and ${cards.length - MOST_NAMED} more` : names;
}

/** Says which card is there twice, if one is. */
export function repeated(named: readonly Placed[], of: string, missing: readonly number[]) {
  const second = named.findIndex(({ card }, i) => named.findIndex((other) => other.card === card) < i);
  if (second < 0) return undefined;
  const { card, line } = named[second];
  const first = named.find((other) => other.card === card)?.line;
  const before = first === line ? '' : `, first in line ${first}`;
  const without = missing.length > 0 ? `; missing: ${namesOf(missing)}` : '';
  return new InputError(`line ${line}: ${cardName(card)} is ${of} twice${before}; expected once${without}`);
}

/** Says what is wrong with names that are not those of one board. */
export function faultOf(named: readonly Placed[], remark?: Remark): InputError {
  const count = named.length;
  if (remark !== undefined && (remark.isDoubtful || count === 0)) return refusal(remark.word, remark.line);
  if (count === 0) return new InputError(`the text names no card; expected a board of ${CARDS}`);
  const times = (card: number) => named.filter((other) => other.card === card).length;
  const deck = Array.from({ length: CARDS }, (_, card) => card);
  const missing = deck.filter((card) => times(card) === 0);
  const twice = deck.filter((card) => times(card) > 1);
  const again = count === CARDS ? repeated(named, 'on the board', missing) : undefined;
  if (again !== undefined) return again;
  const why = [
    ...(twice.length > 0 ? [`twice: ${namesOf(twice)}`] : []),
    ...(missing.length > 0 ? [`missing: ${namesOf(missing)}`] : []),
    ...(remark !== undefined ? [`left out: line ${remark.line} (${shown(remark.word)})`] : []),
  ];
  const held = `the board has ${count === 1 ? '1 card' : `${count} cards`}; expected ${CARDS}`;
  return new InputError([held, ...why].join('; '));
}

/** A word in a message, cut where it is long. */
function shown(word: string): string {
  const visible = word.replace(/\p{C}/gu, '?').replaceAll('_of_', ' of ');
  return `'${cut(visible, LONGEST_SHOWN)}'`;
}

/** Says what is expected instead of a word, or of the label of a game in play. */
export function refusal(word: string, line: number, isGame = false): InputError {
  const card = 'expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠';
  const what = isGame
    ? `'${word}:' belongs to a game in play; expected a board as it was dealt, the cards alone`
    : `${shown(word)} is not a valid card; ${card}`;
  return new InputError(`line ${line}: ${what}`);
}
