// Checks the types of the options and arguments that a program passes to the library, by tables, before anything is
// done. The code that uses a number or a text checks its value.

import { InputError } from './errors.js';
import { hint } from './nearest.js';
import { quote } from './quote.js';

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

/** Returns an option or an argument, an object as a copy; throws an InputError that names it if its type is wrong. */
export function checkValue<T>(name: string, value: T, check: Check): T {
  const { expected, isValid, isRequired = false, options } = check;
  if (value === undefined && isRequired) throw new InputError(`${name} is missing; expected ${expected}`);
  if (value === undefined) return value;
  if (!isValid(value)) throw new InputError(`${name} is ${quote(value)}; expected ${expected}`);
  return options === undefined ? value : (checkAll(`${name}.`, value as object, options) as T);
}

/** Returns a copy of the options; throws an InputError that names an option if it is wrong or unknown. */
export function checkOptions<T extends object>(options: T, checks: Record<keyof T, Check>): T {
  checkValue('options', options, { expected: 'an object', isValid: isRecord, isRequired: true });
  return checkAll('', options, checks) as T;
}

function checkAll(prefix: string, values: object, checks: Record<string, Check>): object {
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(checks, name)) continue;
    throw new InputError(`unknown option ${quote(prefix + name)}; ${hint(name, Object.keys(checks))}`);
  }
  const copy: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(checks)) {
    const value = (values as Record<string, unknown>)[name];
    if (value !== undefined || check.isRequired) copy[name] = checkValue(prefix + name, value, check);
  }
  return copy;
}
