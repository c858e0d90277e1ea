// Checks the iterators of iterables that a program passes. Their own code may throw any value, which passes through.

import { InputError } from './errors.js';
import { reading } from './options.js';
import { quote } from './quote.js';

/** Returns an iterator; throws an InputError if it is none. */
export function checkIterator<T extends Partial<Record<'next', unknown>>>(iterator: T): T {
  if (reading('an iterator', () => typeof iterator?.next === 'function')) return iterator;
  throw new InputError(`an iterator is ${quote(iterator)}; expected an object with the function next`);
}

/** Returns what an iterator's `next` returned; throws an InputError if it is not an object. */
export function checkResult<T>(result: T): T {
  if (Object(result) === result) return result;
  throw new InputError(`an iterator returns ${quote(result)}; expected { value, done }`);
}

/** The same iterable, whose iterator throws an InputError where the loop over it would throw a TypeError. */
export function checkedIterable<T>(iterable: Iterable<T>): Iterable<T> {
  return {
    [Symbol.iterator]() {
      const iterator = checkIterator(iterable[Symbol.iterator]());
      return {
        next: () => checkResult(iterator.next()),
        return: () => iterator.return?.() ?? { done: true, value: undefined },
      };
    },
  };
}
