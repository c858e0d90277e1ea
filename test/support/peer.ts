import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

function succeeds(line: string): boolean {
  try {
    execFileSync('sh', ['-c', line], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * A test that needs another program.
 * Without the program, the test is skipped; in CI it fails.
 * @param probe a line of shell that succeeds if the program is installed
 */
export function peer(
  program: string,
  probe = `command -v ${program}`,
): (name: string, test: (program: string) => void | Promise<void>) => void {
  return (name, test) => {
    const isMissing = !succeeds(probe);
    it.skipIf(isMissing && !process.env.CI)(`${name} (needs ${program})`, () => {
      if (isMissing) throw new Error(`${program} is not installed, and CI must have it`);
      return test(program);
    });
  };
}

/** Boards printed by make-microsoft-freecell-board -t, eight lines each. */
export function boardsOf(program: string, numbers: readonly number[]): string[] {
  // xargs starts the program once per deal, several times as fast as Node can
  const printed = execFileSync('xargs', ['-n', '1', program, '-t'], { input: numbers.join('\n') }).toString();
  const boards = printed.match(/(?:.*\n){8}/g) ?? [];
  if (boards.length !== numbers.length || boards.join('') !== printed)
    throw new Error(`${program} prints ${boards.length} boards of eight lines, not ${numbers.length}`);
  return boards;
}
