// Makes random conditions with every operator, over all columns, nested. Sums of constants alone are left out, because DuckDB
// computes them in 32 bits and refuses them, and `--where` does not.

import { CARD_NAMES } from './deals.mjs';

/** Returns a generator of random numbers that repeats itself for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  function below(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  }
  return { below, of: (values) => values[below(values.length)] };
}

const EQUALITIES = ['=', '<>', '!='];
const COMPARISONS = [...EQUALITIES, '<', '<=', '>', '>='];

/** Returns a random condition, and the columns, operators and functions in it. */
export function conditionOf(random) {
  const words = new Set();
  const use = (word) => {
    words.add(word);
    return word;
  };
  /** Returns a keyword or the name of a function in upper, lower or mixed case. */
  const keyword = (word) => random.of([use(word), word.toLowerCase(), word.toUpperCase()]);
  const column = (name) => random.of([use(name), name, name.toLowerCase(), name.toUpperCase()]);
  const list = (make) => Array.from({ length: 1 + random.below(4) }, make).join(', ');

  function constant() {
    return random.of([
      random.below(60),
      random.below(60),
      random.below(5),
      -random.below(60),
      random.below(1e6),
    ]);
  }

  /** Returns an integer expression with a column in it. */
  function integer(depth) {
    const kind = depth === 0 ? 0 : random.below(10);
    const isOther = kind <= 3 && random.below(4) === 0;
    if (kind <= 3) return column(isOther ? random.of(['deal', 'cells']) : `pos_${random.of(CARD_NAMES)}`);
    if (kind === 4) return `${keyword('abs')}(${integer(depth - 1)})`;
    if (kind === 5) return `(${use('-')} ${integer(depth - 1)})`;
    if (kind === 6)
      return `${keyword(random.of(['least', 'greatest']))}(${integer(depth - 1)}, ${list(() => operand(depth - 1))})`;
    const operator = use(random.of(['+', '-', '*', '//', '%', '//', '%']));
    // keeps the product below 2^52
    const right =
      operator === '*'
        ? random.of([random.below(100), column(`pos_${random.of(CARD_NAMES)}`)])
        : operand(depth - 1);
    const left = operator === '*' ? `(${integer(depth - 1)} % 1000)` : integer(depth - 1);
    return random.of([`(${left} ${operator} ${right})`, `${left} ${operator} ${right}`]);
  }

  const operand = (depth) => (random.below(2) === 0 ? `${constant()}` : integer(depth));
  const card = () => column(`card_${random.below(52)}`);
  const cardOrName = () => (random.below(5) === 0 ? card() : `'${random.of(CARD_NAMES)}'`);

  function comparison(depth) {
    const isCards = random.below(3) === 0;
    const [left, right] = isCards ? [card, cardOrName] : [() => integer(depth), () => operand(depth)];
    const not = random.below(3) === 0 ? `${keyword('NOT')} ` : '';
    const operator = random.of(isCards ? EQUALITIES : COMPARISONS);
    switch (random.below(7)) {
      case 0:
        return `${left()} ${not}${keyword('IN')} (${list(right)})`;
      case 1:
        if (isCards) break; // names of cards have no order
        return `${left()} ${not}${keyword('BETWEEN')} ${right()} ${keyword('AND')} ${right()}`;
      case 2:
        return `${right()} ${use(operator)} ${left()}`;
      case 3:
        return `${left()} ${keyword('IS')} ${not}${keyword('NULL')}`;
    }
    return `${left()} ${use(operator)} ${right()}`;
  }

  function condition(depth) {
    if (depth === 0 || random.below(4) === 0) return comparison(random.below(3));
    if (random.below(4) === 0) return `${keyword('NOT')} (${condition(depth - 1)})`;
    const both = `${condition(depth - 1)} ${keyword(random.of(['AND', 'OR']))} ${condition(depth - 1)}`;
    return random.of([both, `(${both})`]);
  }

  return { text: condition(random.below(5)), words };
}
