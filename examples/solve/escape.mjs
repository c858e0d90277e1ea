// Texts from files, names and solvers, made harmless to a terminal.

/** Replaces control characters, and those that reorder text, by escapes: a line feed becomes \u000a. */
export function escapeControls(text) {
  return text.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
