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

/** A value as a message shows it: a string in quotes, cut where it is long. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'object' ? nameOfObject(value) : String(value);
  const shown = value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}...` : value;
  return `'${escapeControls(shown).replaceAll('\n', '\\n')}'`;
}

/** What an object is; its own toString may print anything, or throw. */
function nameOfObject(value: object | null): string {
  return value === null ? 'null' : Object.prototype.toString.call(value);
}
