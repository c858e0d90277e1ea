// Parses a condition: an SQL WHERE clause over the columns of a Parquet file and `cells`, in the grammar below.
// Keywords, functions and columns may be in any case.
//
//     condition   = conjunction { OR conjunction }
//     conjunction = negation { AND negation }
//     negation    = NOT negation | comparison
//     comparison  = sum [ ( = | <> | != | < | <= | > | >= ) sum
//                       | [ NOT ] BETWEEN sum AND sum
//                       | [ NOT ] IN ( sum { , sum } )
//                       | IS [ NOT ] NULL ]
//     sum         = product { ( + | - ) product }
//     product     = factor { ( * | // | % ) factor }
//     factor      = - factor | value
//     value       = integer | 'string' | column | ( condition )
//                 | ( LEAST | GREATEST ) ( sum { , sum } ) | ABS ( sum )
//     column      = deal | cells | card_0 .. card_51 | pos_AC .. pos_KS

import { hint } from '../../common/nearest.js';
import { cut, quote } from '../../common/quote.js';
import { DEAL_COLUMNS } from '../../game/columns.js';
import type { Arithmetic, Integer } from './integers.js';
import {
  asCondition,
  type Condition,
  call,
  cardAdvice,
  cells,
  compare,
  conditionError,
  deal,
  isNull,
  join,
  negate,
  number,
  position,
  type Term,
  tooDeep,
} from './tree.js';

const MAX_NESTING = 100;

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const;
const KEYWORDS = ['AND', 'OR', 'NOT', 'IN', 'BETWEEN', 'IS', 'NULL'];
const ZERO = integer(number('0', 0), 0);
const COLUMN_NAMES = DEAL_COLUMNS.map(({ name }) => name);
const ALL_COLUMNS = 'deal, cells, card_0 .. card_51, pos_AC .. pos_KS';
const FUNCTIONS = ['least', 'greatest', 'abs'] as const;

function columnAt({ kind, index }: (typeof DEAL_COLUMNS)[number], offset: number): Term {
  if (kind === 'card') return { type: 'string', of: { kind, index }, offset };
  return integer(kind === 'position' ? position(index) : { deal, cells }[kind], offset);
}

/** Parses a condition. Throws an InputError that says what is wrong at which offset. */
export function parseCondition(text: string): Condition {
  return new Parser(wordsOf(text)).parse();
}

/** Joins conditions by AND; undefined if there are none. Throws an InputError if one of them is wrong. */
export function joinConditions(texts: readonly string[]): string | undefined {
  for (const text of texts) parseCondition(text); // each by itself: a parenthesis must not close that of another
  if (texts.length < 2) return texts[0];
  const joined = texts.map((text) => `(${text})`).join(' AND ');
  parseCondition(joined); // it may be too long or too deep
  return joined;
}

/** Reads the words in order, with a method for each rule of the grammar. */
class Parser {
  #next = 0;
  #nesting = 0;

  constructor(private readonly words: Word[]) {}

  parse(): Condition {
    const term = this.#condition();
    if (this.#word.kind !== 'end') throw this.#unexpected('AND, OR or the end');
    return asCondition(term);
  }

  get #word(): Word {
    return this.words[this.#next];
  }

  /** Takes the next word if it is one of these keywords and operators; != is another way to write <>. */
  #take<T extends string>(...words: readonly T[]): T | undefined {
    const { kind, text } = this.#word;
    const written = text === '!=' ? '<>' : text.toUpperCase();
    const taken = kind === 'string' ? undefined : words.find((word) => word === written);
    if (taken !== undefined) this.#next++;
    return taken;
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw this.#unexpected(quote(text));
  }

  #unexpected(expected: string) {
    const { kind, text, offset } = this.#word;
    const found = kind === 'end' ? 'the end' : quote(text);
    return conditionError(`expected ${expected}, found ${found}`, offset);
  }

  /** Parses a rule that can contain itself, at most MAX_NESTING levels deep. */
  #nested<T>(parse: () => T): T {
    if (++this.#nesting > MAX_NESTING) throw tooDeep(this.#word.offset);
    const parsed = parse();
    this.#nesting--;
    return parsed;
  }

  #condition(): Term {
    return this.#joined('or', () => this.#joined('and', () => this.#negation()));
  }

  #joined(kind: 'and' | 'or', parse: () => Term): Term {
    const first = parse();
    if (!this.#take(kind.toUpperCase())) return first;
    const conditions = [asCondition(first)];
    do conditions.push(asCondition(parse()));
    while (this.#take(kind.toUpperCase()));
    return { type: 'condition', of: join(kind, conditions), offset: first.offset };
  }

  #negation(): Term {
    const { offset } = this.#word;
    if (!this.#take('NOT')) return this.#comparison();
    const term = this.#nested(() => this.#negation());
    return { type: 'condition', of: negate(asCondition(term)), offset };
  }

  #comparison(): Term {
    const left = this.#sum();
    const { offset } = this.#word;
    const condition = (of: Condition): Term => ({ type: 'condition', of, offset: left.offset });
    const op = this.#take(...COMPARISONS);
    if (op !== undefined) return condition(compare(op, left, this.#sum(), offset));
    const isTest = this.#take('IS');
    const isNot = this.#take('NOT');
    const choose = (of: Condition) => condition(isNot ? negate(of) : of);
    if (isTest) {
      this.#expect('NULL');
      return choose(isNull(left, offset));
    }
    if (this.#take('BETWEEN')) {
      const low = this.#sum();
      this.#expect('AND');
      const high = this.#sum();
      return choose(join('and', [compare('>=', left, low, offset), compare('<=', left, high, offset)]));
    }
    if (this.#take('IN')) {
      const each = this.#list().map((value) => compare('=', left, value, offset));
      return choose(join('or', each));
    }
    if (isNot) throw this.#unexpected('BETWEEN or IN');
    return left;
  }

  #list(): Term[] {
    const values: Term[] = [];
    this.#expect('(');
    do values.push(this.#sum());
    while (this.#take(','));
    this.#expect(')');
    return values;
  }

  #sum(): Term {
    return this.#chain(['+', '-'], () => this.#chain(['*', '//', '%'], () => this.#factor()));
  }

  #chain(operators: readonly Arithmetic[], parse: () => Term): Term {
    let left = parse();
    for (;;) {
      const { offset } = this.#word;
      const op = this.#take(...operators);
      if (op === undefined) return left;
      left = integer(call(op, [left, parse()], offset), left.offset);
    }
  }

  #factor(): Term {
    const { offset } = this.#word;
    if (!this.#take('-')) return this.#value();
    const term = this.#nested(() => this.#factor());
    return integer(call('-', [ZERO, term], offset), offset);
  }

  #value(): Term {
    const { kind, text, offset } = this.#word;
    if (this.#take('(')) {
      const term = this.#nested(() => this.#condition());
      this.#expect(')');
      return term;
    }
    if (this.#take('NULL')) throw conditionError('a value is NULL', offset, '; write IS NULL or IS NOT NULL');
    const isKeyword = kind === 'name' && KEYWORDS.includes(text.toUpperCase());
    if (kind === 'end' || kind === 'operator' || isKeyword) throw this.#unexpected('a value');
    this.#next++;
    if (kind === 'number') return integer(number(text, offset), offset);
    if (kind === 'string') return { type: 'string', of: { kind: 'string', value: text }, offset };
    if (this.#word.kind === 'operator' && this.#word.text === '(') return this.#call(text, offset);
    const column = DEAL_COLUMNS.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    if (column !== undefined) return columnAt(column, offset);
    const isCard = /^card_\d+$/i.test(text);
    // a ten is a T
    const isNoCard = /^pos_(?:(?![a2-9tjqkcdhs])\w){2}$/i.test(text); // no sign of a card is in it
    const advice = isCard
      ? 'expected card_0 to card_51'
      : isNoCard
        ? 'expected pos_ and a card, such as pos_7D'
        : hint(text.replace('10', 'T'), COLUMN_NAMES, ALL_COLUMNS);
    throw conditionError(`unknown column ${cut(text)}`, offset, cardAdvice(text) || `; ${advice}`);
  }

  #call(text: string, offset: number): Term {
    const name = FUNCTIONS.find((name) => name === text.toLowerCase());
    if (name === undefined)
      throw conditionError(`unknown function ${cut(text)}`, offset, `; ${hint(text, FUNCTIONS)}`);
    const values = this.#nested(() => this.#list());
    return integer(call(name, values, offset), offset);
  }
}

function integer(of: Integer, offset: number): Term {
  return { type: 'integer', of, offset };
}

/** A word of a condition. Names and keywords may be in any case. */
interface Word {
  kind: 'number' | 'string' | 'name' | 'operator' | 'end';
  text: string; // a string has no quotes here; the end has no text
  offset: number;
}

const MAX_LENGTH = 65536; // characters

// SQL's words that conditions do not have (foreign) come before the operators, which may begin in the same way.
const WORD_KINDS = [
  /(?<blank>\s+)/,
  /(?<number>\d[\w.]*)/,
  /(?<name>[a-z_]\w*)/,
  /'(?<string>(?:[^']|'')*)'/,
  /(?<foreign>--|\/\*|==)/,
  /(?<operator>\/\/|<>|!=|<=|>=|[-+*%=<>(),])/,
];
const WORD = new RegExp(WORD_KINDS.map(({ source }) => source).join('|'), 'iy');

const ADVICE: Record<string, string> = {
  '==': '; write =',
  '/': '; integers are divided by //',
  '"': "; write strings in single quotes, such as '7D', and names without quotes",
  "'": '; the string has no end',
  '&': '; write AND',
  '|': '; write OR',
  '!': '; write NOT',
};

/** The words of a text, then its end. Throws an InputError with the offset of the first character that is wrong. */
function wordsOf(text: string): Word[] {
  if (text.length > MAX_LENGTH)
    throw conditionError(`the condition is longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
  const words: Word[] = [];
  for (let offset = 0; offset < text.length; offset = WORD.lastIndex) {
    WORD.lastIndex = offset;
    const found = WORD.exec(text);
    const [kind, word] = Object.entries(found?.groups ?? {}).find(([, word]) => word !== undefined) ?? [];
    if (kind === undefined || word === undefined || kind === 'foreign') {
      const foreign = word ?? String.fromCodePoint(text.codePointAt(offset) as number);
      throw conditionError(`unexpected ${quote(foreign)}`, offset, ADVICE[foreign]);
    }
    if (kind === 'number' && !/^\d+$/.test(word))
      throw conditionError(`${quote(word)} is not a whole number`, offset, cardAdvice(word));
    if (kind === 'blank') continue;
    const unquoted = kind === 'string' ? word.replaceAll("''", "'") : word;
    words.push({ kind: kind as Word['kind'], text: unquoted, offset });
  }
  return [...words, { kind: 'end', text: '', offset: text.length }];
}
