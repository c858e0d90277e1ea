// Values in messages: numbers, and what the user typed or a program passed, on one line and harmless to a terminal.

const MAX_QUOTED = 60; // characters
const MAX_MESSAGE = 1000; // characters

/** Characters that control a terminal or reorder its text. Line feeds, which end lines of messages, and tabs stay. */
const CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Formats 1234567 as "1,234,567". Intl does the same, but takes 13 ms to start. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Replaces control characters by escapes: ESC becomes \u001b. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Escapes a text for one line of output: control characters as escapeControls does, line feeds as \\n. */
export function escapeLine(text: string): string {
  return escapeControls(text).replaceAll('\n', '\\n');
}

/** Shows a value in a message: a string in quotes, an object by its class alone, cut if it is long. */
export function quote(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'string') return `'${escapeLine(cut(value))}'`;
  if (typeof value === 'bigint') return cut(`${value}n`);
  const isObject = typeof value === 'object' && value !== null;
  return escapeLine(cut(isObject ? Object.prototype.toString.call(value) : String(value)));
}

/** Returns a property of any value if it is a string; otherwise undefined. */
export function textIn(value: unknown, property: string): string | undefined {
  const text = (value as Record<string, unknown> | null | undefined)?.[property];
  return typeof text === 'string' ? text : undefined;
}

/** The message of a value that a user's code threw, which need not be an error, in one line. */
export function thrownText(thrown: unknown): string {
  const message = typeof thrown === 'string' ? thrown : textIn(thrown, 'message');
  return message ? oneLine(message) : quote(thrown);
}

/** A path or another text in a message: in one line, and cut if it is very long. */
export function oneLine(text: string): string {
  return escapeLine(cut(text, MAX_MESSAGE));
}

export function cut(text: string, most = MAX_QUOTED): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

/** A file as the last word of a shell's command, after a blank; neither an option nor a variable of awk. */
export function fileWord(name: string): string {
  if (name === 'standard input') return '';
  return ` ${shellQuoted(/^(-|\w+=)/.test(name) ? `./${name}` : name)}`;
}

/** A path as a word of a shell's command. */
export function shellQuoted(path: string): string {
  return /^[\w./:@%+,-][\w./:=@%+,-]*$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
