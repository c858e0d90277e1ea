// Values in messages: what the user typed or a program passed, on one line and harmless to a terminal.

const MAX_QUOTED = 60; // characters

/** Characters that control a terminal or reorder its text. Line feeds are kept, because they end lines of messages. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** Replaces control characters by escapes: ESC becomes \u001b. Line feeds and tabs stay. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (c) =>
    c === '\t' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Escapes a text for one line of output: control characters as escapeControls does, line feeds as \\n. */
export function escapeLine(text: string): string {
  return escapeControls(text).replaceAll('\n', '\\n');
}

/** Writes a text as a string of SQL, in which a quote is doubled. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Shows a value in a message: a string in quotes, cut if it is long; an object by its class alone. */
export function quote(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'string') return typeof value === 'object' ? nameOfObject(value) : String(value);
  const shown = value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}...` : value;
  return `'${escapeLine(shown)}'`;
}

/** The class of an object, without running code of the object that may print anything. */
function nameOfObject(value: object | null): string {
  if (value === null) return 'null';
  try {
    return Object.prototype.toString.call(value);
  } catch {
    return '[object Object]';
  }
}

const MAX_MESSAGE = 1000; // characters

function cut(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}...` : message;
}

/** The message of a value that a user's code threw. It need not be an error, and reading its message may throw again. */
export function thrownText(thrown: unknown): string {
  if (typeof thrown === 'string') return cut(thrown);
  try {
    const { message } = Object(thrown);
    if (typeof message === 'string' && message !== '') return cut(message);
  } catch {
    // show its class instead
  }
  return quote(thrown);
}
