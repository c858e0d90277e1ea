// Helps with a condition while it is typed: says what is wrong with it, and offers the names that fit.

import { cardName } from 'freecell-deals/browser';
import { checkCondition } from './data.js';
import { make, messageOf } from './dom.js';

const PAUSE = 400; // ms, after which a message does not disturb the typing
const MOST = 8;

const CARDS = Array.from({ length: 52 }, (_, card) => card);
const NAMES = [
  ...['cells', 'deal', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'IS NULL', 'least(', 'greatest(', 'abs('],
  ...['pos_', 'card_'],
  ...CARDS.map((card) => `pos_${cardName(card)}`),
  ...CARDS.map((place) => `card_${place}`),
];

/** The names that begin as a word does, the shortest first; of a stem like pos_, only itself. */
function namesLike(word: string): string[] {
  const fitting = NAMES.filter((name) => name.toLowerCase().startsWith(word.toLowerCase()) && name !== word);
  const isStem = fitting.some((name) => name.endsWith('_'));
  return fitting.filter((name) => !isStem || !/_./.test(name)).slice(0, MOST);
}

export function helpTyping(field: HTMLInputElement, help: HTMLElement): void {
  let pause: ReturnType<typeof setTimeout>;
  const show = () => {
    const end = field.selectionStart ?? field.value.length;
    const word = field.value.slice(0, end).match(/(?<!\w)[a-z_]\w*$/i)?.[0] ?? '';
    const offers = (word === '' ? [] : namesLike(word)).map((name) => {
      const onclick = () => {
        field.setRangeText(name, end - word.length, end, 'end');
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        field.focus();
      };
      return make('button', { type: 'button', className: 'offer', onclick }, name);
    });
    help.replaceChildren(...offers, offers.length === 0 ? faultOf(field.value.trim()) : '');
  };
  field.addEventListener('input', () => {
    clearTimeout(pause);
    pause = setTimeout(show, PAUSE);
  });
}

/** Says what is wrong with a condition, unless more of it has to be typed. */
function faultOf(where: string): string {
  try {
    if (where !== '') checkCondition(where);
    return '';
  } catch (error) {
    const message = messageOf(error);
    return /the end at offset|has no end/.test(message) ? '' : message;
  }
}
