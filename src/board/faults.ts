// Says what is wrong with the cards of a text that are not a board.

import { InputError } from '../common/errors.js';
import { cut } from '../common/quote.js';
import { cardName, NAMES } from '../game/cards.js';
import { CARDS } from '../game/constants.js';

/** A card and the line that names it, from 1. */
export interface Placed {
  card: number;
  line: number;
}

const LONGEST_SHOWN = 20; // characters of a word in a message
const MOST_NAMED = 6; // cards in a message

/** A part of a message: the first names after what they are; nothing where there are none. */
function listOf(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `; ${what}: ${names.slice(0, MOST_NAMED).join(' ')}${more}`;
}

/**
 * Says what is wrong with names that are not those of one board.
 * @param text names in text around it, which are left out
 */
export function faultOf(named: readonly Placed[], text: readonly Placed[], from: string): InputError {
  if (named.length + text.length === 0)
    return new InputError(`the text names no card; expected a board of ${CARDS}`);
  const isTwice = ({ card }: Placed, i: number) => named.findIndex((other) => other.card === card) < i;
  const withLine = ({ card, line }: Placed) => `${cardName(card)} (line ${line})`;
  const missing = NAMES.filter((_, card) => named.every((other) => other.card !== card));
  const held = named.length === 1 ? '1 card' : `${named.length} cards`;
  const expected = named.length === CARDS ? `${CARDS} different ones` : CARDS;
  const why = [
    listOf('twice', named.filter(isTwice).map(withLine)),
    listOf('missing', missing),
    listOf('left out', text.map(withLine)),
  ];
  return new InputError(`${from}the board has ${held}; expected ${expected}${why.join('')}`);
}

/** Says what is expected instead of a word, or of the label of a game in play. */
export function refusal(word: string, line: number, isGame = false): InputError {
  const shown = cut(word.replaceAll('_of_', ' of '), LONGEST_SHOWN);
  const what = isGame
    ? `'${word}:' belongs to a game in play; expected a board as it was dealt, the cards alone`
    : `'${shown}' is not a valid card; expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠`;
  return new InputError(`line ${line}: ${what}`);
}
