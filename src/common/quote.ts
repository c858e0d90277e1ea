// Values in messages: what somebody typed or passed, on one line and harmless to a terminal.

const MAX_QUOTED = 60; // characters

/** Characters that control a terminal or reorder its text; a line feed ends a line of ours. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/gu;

/** The text with control characters as escapes: an ESC becomes \u001b. Line feeds and tabs stay. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (c) =>
    c === '\t' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value as a message shows it: a string in quotes, cut where it is long; of an object no more than its kind. */
export function quote(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'string') return typeof value === 'object' ? nameOfObject(value) : String(value);
  const shown = value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}...` : value;
  return `'${escapeControls(shown).replaceAll('\n', '\\n')}'`;
}

/** The kind of an object; its own code may print anything, or throw. */
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

/** The message of anything that somebody's code threw: it need not be an error, and to ask for its message may throw again. */
export function thrownText(thrown: unknown): string {
  if (typeof thrown === 'string') return cut(thrown);
  try {
    const { message } = Object(thrown);
    if (typeof message === 'string' && message !== '') return cut(message);
  } catch {
    // then only its kind is left to tell
  }
  return quote(thrown);
}
