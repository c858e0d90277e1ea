// Checks the types of the options and arguments that a program passes to the library, by tables, before anything is done.
// The code that uses a number or a text checks its value.

import { InputError } from './errors.js';
import { nearest } from './nearest.js';
import { quote } from './quote.js';

/** How to check an option or an argument. */
export interface Check {
  expected: string; // for messages
  isValid(value: unknown): boolean;
  /** whether it must be passed; default false */
  isRequired?: boolean;
  /** of an object: the checks of its properties */
  options?: Record<string, Check>;
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

/** The check of an option that must be passed. */
export function required(check: Check): Check {
  return { ...check, isRequired: true };
}

/** The check of an object with these properties. */
export function objectOf(options: Record<string, Check>): Check {
  const expected = `{ ${Object.keys(options).join(', ')} }`;
  return { expected, isValid: isRecord, options };
}

/** Throws an InputError that names an option or an argument if its value is of the wrong type. */
export function checkValue(name: string, value: unknown, check: Check): void {
  const { expected, isValid, isRequired = false, options } = check;
  if (value === undefined) {
    if (isRequired) throw new InputError(`${name} is missing; expected ${expected}`);
    return;
  }
  if (!isValid(value)) throw new InputError(`${name} is ${quote(value)}; expected ${expected}`);
  if (options !== undefined) checkAll(`${name}.`, value as object, options);
}

/** Throws an InputError that names an option if it is wrong or unknown. */
export function checkOptions<T extends object>(options: T, checks: Record<keyof T, Check>): void {
  checkValue('options', options, { expected: 'an object', isValid: isRecord, isRequired: true });
  checkAll('', options, checks);
}

function checkAll(prefix: string, values: object, checks: Record<string, Check>): void {
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(checks, name)) continue;
    const near = nearest(name, Object.keys(checks));
    const hint =
      near === undefined ? `expected one of ${Object.keys(checks).join(', ')}` : `did you mean ${near}?`;
    throw new InputError(`unknown option ${quote(`${prefix}${name}`)}; ${hint}`);
  }
  for (const [name, check] of Object.entries(checks)) {
    checkValue(`${prefix}${name}`, (values as Record<string, unknown>)[name], check);
  }
}
