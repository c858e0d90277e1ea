import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../build/node', import.meta.url));
const FETCH_WITHIN = 120_000; // ms

/** Installs another Node from npm; returns its path, or undefined after a failure. */
export function fetchNode(
  major: number | '20.19',
  platform: 'linux-x64' | 'linux-arm64' | 'win-x64' = 'linux-x64',
): string | undefined {
  const folder = join(CACHE, platform === 'linux-x64' ? String(major) : `${platform}-${major}`);
  const path = join(folder, `node_modules/node-${platform}/bin/node${platform === 'win-x64' ? '.exe' : ''}`);
  if (existsSync(path)) return path;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  mkdirSync(folder, { recursive: true });
  // npm installs packages for other platforms only with --force; their scripts would start that Node
  const foreign = platform === 'linux-x64' ? [] : ['--force', '--ignore-scripts'];
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--prefer-offline', ...foreign];
  const options = { stdio: 'ignore', timeout: FETCH_WITHIN } as const;
  spawnSync('npm', ['install', ...flags, `node-${platform}@${major}`], options);
  return existsSync(path) ? path : undefined;
}
