// Installs other versions of Node from npm's packages node-PLATFORM-ARCHITECTURE.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the newest Node of a major version under `folder`.
 * Returns the path of its program. If npm fails, prints why and returns undefined.
 * @param env npm's environment
 */
export function installNode(version: string, folder: string, env: NodeJS.ProcessEnv): string | undefined {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const prefix = join(folder, `node-${version}`);
  mkdirSync(prefix);
  const args = ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
  const { status, stderr, error } = spawnSync('npm', args, { env, encoding: 'utf8' });
  if (status === 0)
    return join(prefix, 'node_modules', name, platform === 'win' ? 'bin/node.exe' : 'bin/node');
  const reason = error?.message ?? stderr.split('\n').find((line) => line.startsWith('npm error'));
  console.error(`Node ${version} is skipped: npm can't install ${name}@${version} (${reason})`);
  return undefined;
}
