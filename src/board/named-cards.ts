// Finds the cards that a text names: in the styles of show, and as people write and paste them.

import { InputError } from '../common/errors.js';
import { CARDS } from '../game/constants.js';
import { cardsOf, isRemark, isRule, isSentence } from './card-words.js';

/** A card and the line that names it, from 1. */
export interface NamedCard {
  card: number;
  line: number;
}

/** A word that is not a card, and its line, from 1. */
export interface Remark {
  word: string;
  line: number;
  /** whether the line names cards, too, so that it may be left out only beside a whole board */
  isDoubtful?: boolean;
}

const KNIGHTS = ['🂬', '🂼', '🃌', '🃜'];

// Each expression below takes time linear in the text: no two of its pieces that match the same characters are adjacent.

/** Separates names in rows, tables, and lists of any programming language. */
const BETWEEN = /[\s,;|"'`()[\]{}]+/u;
const TERMINAL_CODES = /\p{Cc}\[[\d;]*m/gu;
/** Marks that change the look of a character, and characters without width. */
const UNSEEN = /\p{Cf}|[\ufe0e\ufe0f]/gu;
const PLAYING_CARD = /[\u{1f0a0}-\u{1f0ff}]/gu;
/** The signs that a shell prints before a command, and a mail before a quoted line. */
const PROMPT = /^[\s>\u00bb\u276f$%]+/u;
/** "Game #617", "#617", "FreeCell deal 617:" at the start of a line. */
const HEADING =
  /^\s*(?:(?:ms|microsoft|freecell)[\s-]+)*(?:(?:game|deal|board)(?:\s*(?:#|no\.?|number))?|#)\s*\d+\b\s*[:.]?/i;
/** A character as JSON may write it. */
const ESCAPED = /\\u([\da-f]{4})/gi;
/** In JSON: keys, the deal number and its free cells, which are not cards. */
const KEYS = /"(?:deal|game|number|cells)"\s*:\s*\d+|"(?:cards|board|rows)"\s*:/gi;
const LEADING_COLON = /^\s*:/;
/** The line of a game's cells or foundations, and the first sign that is not that of an empty one. */
const IN_PLAY = /^\s*(fc|free\s?cells?|founds?|foundations?)\s*:(?:[\s-]|[cdhs]-?0)*(.)?/i;
/** The blanks of a card's name in words. */
const OF = / of (?=[cdhs](?:lub|iamond|eart|pade))/gi;
const DRAWING = /<svg[\s>]/i;
const DRAWING_END = /<\/svg\s*>/i;
const DESCRIPTION = /<desc[\s>]/i;
/** The markup around a drawing: <?xml ..?>, the tags of a page. */
const MARKUP = /<[?!/a-z][^<>]*>/gi;
export const LINE_BREAK = /\r\n|\n|\r/;

const LONGEST_SHOWN = 20; // characters of a word in a message

/** A word in a message, cut where it is long. */
export function shown(word: string): string {
  const visible = word.replace(/\p{C}/gu, '?');
  return `'${visible.length > LONGEST_SHOWN ? `${visible.slice(0, LONGEST_SHOWN)}...` : visible}'`;
}

/** Says what is expected instead of a word. */
export function refusal({ word, line }: Remark): InputError {
  if (KNIGHTS.includes(word)) {
    return new InputError(`line ${line}: '${word}' is a knight; expected a deck of ${CARDS} without knights`);
  }
  return new InputError(
    `line ${line}: ${shown(word)} is not a valid card; expected a rank of A 2..10 (or T) J Q K and a suit of C D H S, as in 7D or 10♠`,
  );
}

/** The text after the first <desc> of a drawing, up to the next tag, and where it starts. */
function describe(drawing: string): { start: number; board: string } {
  const tag = DESCRIPTION.exec(drawing)?.index ?? -1;
  const start = tag < 0 ? 0 : drawing.indexOf('>', tag) + 1;
  const end = start === 0 ? -1 : drawing.indexOf('<', start);
  if (end < 0) {
    throw new InputError(
      'the drawing has no <desc> that describes its board; expected one that show has drawn',
    );
  }
  return { start, board: drawing.slice(start, end) };
}

interface Piece {
  text: string;
  line: number; // of its first character, from 1
}

function blank(text: string): string {
  return text.replace(/[^\n]+/g, ' ');
}

export function countLines(text: string): number {
  return text.split(LINE_BREAK).length - 1;
}

/** The text in order, with each drawing replaced by its description. */
function* piecesOf(text: string, firstLine: number): Generator<Piece, void, void> {
  let line = firstLine;
  let rest = text;
  for (let drawing = DRAWING.exec(rest); drawing !== null; drawing = DRAWING.exec(rest)) {
    const before = rest.slice(0, drawing.index);
    yield { text: before, line };
    line += countLines(before);
    rest = rest.slice(drawing.index);
    const end = DRAWING_END.exec(rest);
    const drawn = end === null ? rest : rest.slice(0, end.index + end[0].length);
    const { start, board } = describe(drawn);
    yield { text: board, line: line + countLines(drawn.slice(0, start)) };
    line += countLines(drawn);
    rest = rest.slice(drawn.length);
  }
  yield { text: rest, line };
}

/**
 * All cards that a text names, in its order. Lines without a card, and sentences that name one, are left out before, after
 * and between boards.
 * @param placed cards of the board that a text before this one began
 * @param onRemark called for each line that is left out
 */
export function* cardsNamedIn(text: string, onRemark: (remark: Remark) => void, firstLine = 1, placed = 0) {
  let count = placed;
  for (const piece of piecesOf(text, firstLine)) {
    for (const { line, content } of linesOf(piece)) {
      const words = content
        .split(BETWEEN)
        .flatMap((text) => (text === '' ? [] : { text, cards: cardsOf(text) }));
      if (isRule(words)) continue;
      const isDoubtful = !isRemark(words);
      if (count % CARDS === 0 && (!isDoubtful || isSentence(words))) {
        onRemark({ word: words.find(({ cards }) => cards.length === 0)?.text ?? '', line, isDoubtful });
        continue;
      }
      for (const { text, cards } of words) {
        if (cards.length === 0) throw refusal({ word: text, line });
        for (const card of cards) yield { card, line };
        count += cards.length;
      }
    }
  }
}

/** The lines of a piece, without what stands around cards in them. */
function* linesOf(piece: Piece): Generator<{ line: number; content: string }, void, void> {
  const lines = piece.text
    .replace(ESCAPED, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(UNSEEN, '')
    .replace(TERMINAL_CODES, '')
    .replace(MARKUP, blank)
    .replace(KEYS, blank)
    .replace(PLAYING_CARD, ' $& ')
    .replace(OF, '_of_')
    .split(LINE_BREAK);
  let { line } = piece;
  for (const quoted of lines) {
    const content = quoted.replace(PROMPT, '');
    const [inPlay = '', what, held] = IN_PLAY.exec(content) ?? [];
    if (held !== undefined) {
      throw new InputError(
        `line ${line}: '${what}:' belongs to a game in play; expected a board as it was dealt, the cards alone`,
      );
    }
    yield { line, content: content.slice(inPlay.length).replace(HEADING, '').replace(LEADING_COLON, '') };
    line++;
  }
}

/** The length of the whole lines and whole drawings at the start of a text that goes on. */
export function endOfLines(text: string): number {
  // a CR at the very end may be half a line break
  const end = Math.max(text.lastIndexOf('\n'), text.slice(0, -1).lastIndexOf('\r')) + 1;
  const start = Math.max(text.lastIndexOf('<svg'), text.lastIndexOf('<SVG'));
  return start >= 0 && start < end && !DRAWING_END.test(text.slice(start, end)) ? start : end;
}
