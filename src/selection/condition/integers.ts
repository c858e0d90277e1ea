// The integers of conditions, and their arithmetic: loops over vectors, which have a value for each of several deals. A
// NaN stands for NULL.

/** The parser exchanges the sides of > and >=. */
export type Comparison = '=' | '<>' | '<' | '<=';
export type Arithmetic = '+' | '-' | '*' | '//' | '%' | 'least' | 'greatest';

export interface Bounds {
  min: number;
  max: number;
  height: number; // of the tree
}

/** An expression: an integer for each deal, or NULL. */
export type Integer = Bounds &
  (
    | { kind: 'number'; value: number }
    | { kind: 'deal' }
    /** the fewest free cells with which the deal can be won; NULL if not known */
    | { kind: 'cells' }
    /** a value for each position of a card, such as the position itself */
    | { kind: 'lookup'; card: number; values: Float64Array }
    /** `isNull` is 1 for NULL, otherwise 0 */
    | { kind: 'abs' | 'isNull'; of: Integer }
    | { kind: Arithmetic; left: Integer; right: Integer }
  );

/** An integer that is read, not calculated. */
export type Column = Exclude<Integer, { kind: 'number' } | { of: Integer } | { left: Integer }>;

export interface Vectors {
  read(column: Column, out: Float64Array): void;
  /** Memory for a vector; that of a level may be used again after the next evaluation to this level or a lower one. */
  memory(level: number): Float64Array;
}

/** Evaluates an integer to the vector of a level; may overwrite the vectors of deeper levels. */
export function evaluate(integer: Integer, vectors: Vectors, level = 0): Float64Array {
  const out = vectors.memory(level);
  if (integer.kind === 'number') return out.fill(integer.value);
  if ('left' in integer) {
    const left = evaluate(integer.left, vectors, level);
    calculate(integer.kind, left, evaluate(integer.right, vectors, level + 1), out);
  } else if ('of' in integer) {
    change(integer.kind, evaluate(integer.of, vectors, level), out);
  } else vectors.read(integer, out);
  return out;
}

function change(kind: 'abs' | 'isNull', a: Float64Array, out: Float64Array): void {
  const { length } = out;
  if (kind === 'abs') for (let i = 0; i < length; i++) out[i] = Math.abs(a[i]);
  else for (let i = 0; i < length; i++) out[i] = Number(Number.isNaN(a[i]));
}

/** Each kind has a loop of its own, which V8 compiles without a call per value. */
function calculate(kind: Arithmetic, a: Float64Array, b: Float64Array, out: Float64Array): void {
  const { length } = out;
  if (kind === '+') for (let i = 0; i < length; i++) out[i] = a[i] + b[i];
  else if (kind === '-') for (let i = 0; i < length; i++) out[i] = a[i] - b[i];
  else if (kind === '*') for (let i = 0; i < length; i++) out[i] = a[i] * b[i];
  // the quotient without its fraction is exact, because values are below 2^53
  else if (kind === '//')
    for (let i = 0; i < length; i++) out[i] = b[i] === 0 ? Number.NaN : Math.trunc(a[i] / b[i]);
  // exact, as the quotient is, and NaN for a divisor of 0; the % of JavaScript calls a function of the C library
  else if (kind === '%') for (let i = 0; i < length; i++) out[i] = a[i] - Math.trunc(a[i] / b[i]) * b[i];
  else {
    const sign = kind === 'least' ? -1 : 1;
    // Math.min and Math.max branch, which the processor cannot predict: half as fast
    for (let i = 0; i < length; i++) {
      out[i] = unlessNull((a[i] + b[i] + sign * Math.abs(a[i] - b[i])) / 2, a[i], b[i]);
    }
  }
}

/** The chosen one of two values; if one of them is NULL, the other one. */
function unlessNull(chosen: number, a: number, b: number): number {
  return Number.isNaN(chosen) ? (Number.isNaN(a) ? b : a) : chosen;
}

/** Compares two vectors: 1 where the comparison is true, otherwise 0. With a NaN, no comparison is true. */
export function compareAll(op: Comparison, a: Float64Array, b: Float64Array, out: Uint8Array): Uint8Array {
  const { length } = out;
  if (op === '=') for (let i = 0; i < length; i++) out[i] = Number(a[i] === b[i]);
  else if (op === '<>') for (let i = 0; i < length; i++) out[i] = Number(a[i] < b[i]) | Number(a[i] > b[i]);
  else if (op === '<') for (let i = 0; i < length; i++) out[i] = Number(a[i] < b[i]);
  else for (let i = 0; i < length; i++) out[i] = Number(a[i] <= b[i]);
  return out;
}
