// Runs before the tests: checks that dist/, which many tests run, is newer than its sources.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

function changed(path: string): number {
  return statSync(path).mtimeMs;
}

/** Throws if a matching file is older than a source. */
function checkNewer(pattern: RegExp, sources: string[]): void {
  const built = filesIn('dist').filter((path) => pattern.test(path));
  const oldest = Math.min(...built.map(changed));
  const newer = sources.find((path) => changed(path) > oldest);
  if (built.length === 0 || newer !== undefined)
    throw new Error(`dist/ is older than ${newer ?? 'src'}: npm run build`);
}

export default function checkBuild(): void {
  checkNewer(/\.c?js$/, [...filesIn('src'), 'build.mjs']);
  checkNewer(/\.wasm$/, [...filesIn('assembly'), 'src/game/constants.ts', 'asconfig.json']);
}
