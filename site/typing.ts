// Helps with a condition while it is typed: offers the names that fit, and says what is wrong with it.

import { cardName } from 'freecell-deals/browser';
import { checkCondition } from './data.js';
import { say } from './dom.js';
import { messageOf } from './texts.js';

const PAUSE = 400; // ms, after which a message does not disturb the typing
const NAMES = [
  ...['cells', 'deal', 'AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'IS NULL', 'least(', 'greatest(', 'abs('],
  ...Array.from({ length: 52 }, (_, card) => `pos_${cardName(card)}`),
  ...Array.from({ length: 52 }, (_, place) => `card_${place}`),
];

/** The condition with each name that begins as its last word does, whatever their case. */
function completionsOf(where: string): string[] {
  const [word = ''] = where.match(/\b[a-z]\w*$/i) ?? [];
  const begins = (name: string) => name.toLowerCase().startsWith(word.toLowerCase()) && name !== word;
  const names = word === '' ? [] : NAMES.filter(begins);
  return names.map((name) => where.slice(0, where.length - word.length) + name);
}

/** Says what is wrong with a condition, unless more of it has to be typed. */
function faultOf(where: string): string {
  try {
    if (where !== '') checkCondition(where);
    return '';
  } catch (error) {
    const message = messageOf(error);
    return /the end at offset|has no end|expected a condition, found/.test(message) ? '' : message;
  }
}

/** @param offers the list of the field */
export function helpTyping(field: HTMLInputElement, offers: HTMLDataListElement, fault: HTMLElement): void {
  let pause: ReturnType<typeof setTimeout>;
  field.addEventListener('input', () => {
    const completions = completionsOf(field.value);
    offers.replaceChildren(...completions.map((text) => new Option('', text)));
    clearTimeout(pause);
    pause = setTimeout(() => say(fault, completions.length > 0 ? '' : faultOf(field.value.trim())), PAUSE);
  });
}
