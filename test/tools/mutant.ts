// A bug that a test must notice: it replaces a text that occurs once in a file.

export interface Mutant {
  name: string;
  file: string; // from the root
  from: string;
  to: string;
  /** files in test/, without .test.ts, of which at least one has to fail */
  tests: readonly string[];
}

/** Whether a file's text has the place of a bug, once. */
export function hasPlace(text: string, { from }: Mutant): boolean {
  return text.split(from).length === 2;
}

/** @param file in src/, or in assembly/ where it begins so */
export function mutantsOf(
  file: string,
  tests: string,
  bugs: [name: string, from: string, to: string][],
): Mutant[] {
  const path = file.startsWith('assembly/') ? file : `src/${file}`;
  return bugs.map(([name, from, to]) => ({ name, file: path, from, to, tests: tests.split(' ') }));
}
