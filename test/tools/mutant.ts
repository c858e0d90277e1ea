// A bug that a test must notice. It replaces a text that occurs once in a file.

export interface Mutant {
  name: string;
  file: string; // path from the root
  from: string;
  to: string;
  /** files in test/, without .test.ts; at least one must fail */
  tests: readonly string[];
}

/** Whether a file contains the text of a bug exactly once. */
export function hasPlace(text: string, { from }: Mutant): boolean {
  return text.split(from).length === 2;
}

/** @param file path in src/, or a path that begins with assembly/ */
export function mutantsOf(
  file: string,
  tests: string,
  bugs: [name: string, from: string, to: string][],
): Mutant[] {
  const path = file.startsWith('assembly/') ? file : `src/${file}`;
  return bugs.map(([name, from, to]) => ({ name, file: path, from, to, tests: tests.split(' ') }));
}
