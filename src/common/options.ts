// Checks the types of the options and arguments that a program passes to the library, by tables, before anything is
// done. The code that uses a number or a text checks its value.

import { InputError } from './errors.js';
import { hint } from './nearest.js';
import { quote, textIn } from './quote.js';

/** How to check an option or an argument. */
export interface Check {
  expected: string; // for messages
  isValid(value: unknown): boolean;
  isRequired?: boolean; // whether it must be passed; default false
  options?: Record<string, Check>; // of an object: the checks of its properties
}

export function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}

export const FLAG: Check = { expected: 'true or false', isValid: (value) => typeof value === 'boolean' };
export const NUMBER: Check = { expected: 'a number', isValid: (value) => typeof value === 'number' };
export const TEXT: Check = { expected: 'a string', isValid: (value) => typeof value === 'string' };
export const PATH: Check = {
  expected: 'the path of a file',
  isValid: (value) => typeof value === 'string' && !value.includes('\0'),
};

export function required(check: Check): Check {
  return { ...check, isRequired: true };
}

export function objectOf(options: Record<string, Check>): Check {
  const expected = `{ ${Object.keys(options).join(', ')} }`;
  return { expected, isValid: isRecord, options };
}

/** Reads a value that a program passes. If a getter, a proxy or a detached buffer throws, that is an InputError. */
export function reading<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** The InputError for what the reading of a value throws. An InputError stays as it is. */
export function unreadable(name: string, error: unknown): unknown {
  if (textIn(error, 'name') === 'InputError') return error; // instanceof may throw, too
  const why = 'a getter, a proxy or a detached buffer throws';
  return new InputError(`${name} cannot be read, because ${why}`, { cause: error });
}

/** Returns an option or an argument, an object as a copy; throws an InputError that names it if its type is wrong. */
export function checkValue<T>(name: string, value: T, check: Check): T {
  const { expected, isValid, isRequired = false, options } = check;
  if (value === undefined && isRequired) throw new InputError(`${name} is missing; expected ${expected}`);
  if (value === undefined) return value;
  if (!reading(name, () => isValid(value)))
    throw new InputError(`${name} is ${quote(value)}; expected ${expected}`);
  return options === undefined ? value : (checkAll(`${name}.`, value as object, options) as T);
}

/** Returns a copy of the options; throws an InputError that names an option if it is wrong or unknown. */
export function checkOptions<T extends object>(options: T, checks: Record<keyof T, Check>): T {
  checkValue('options', options, { expected: 'an object', isValid: isRecord, isRequired: true });
  return checkAll('', options, checks) as T;
}

/** Reads each value once, because a getter or a proxy may return another one later. */
function checkAll(prefix: string, values: object, checks: Record<string, Check>): object {
  for (const name of reading('options', () => Object.keys(values))) {
    if (Object.hasOwn(checks, name)) continue;
    throw new InputError(`unknown option ${quote(prefix + name)}; ${hint(name, Object.keys(checks))}`);
  }
  const copy: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(checks)) {
    const option = `${prefix}${name}`;
    const value = reading(option, () => (values as Record<string, unknown>)[name]);
    if (value !== undefined || check.isRequired) copy[name] = checkValue(option, value, check);
  }
  return copy;
}
