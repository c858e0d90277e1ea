import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}

type Test = (program: string) => void | Promise<void>;

/** A test that needs another program: skipped, and said so, where that is not installed; in CI it must be. */
export function peer(program: string): (name: string, test: Test) => void {
  return (name, test) => {
    const isMissing = !isInstalled(program);
    it.skipIf(isMissing && !process.env.CI)(`${name} (needs ${program})`, () => {
      if (isMissing) throw new Error(`${program} is not installed, and CI must have it`);
      return test(program);
    });
  };
}
