// Set up for the tests of runtimes and bundlers: installs them from npm, and the package as users install it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A folder in which programs find the package and the tools. */
export const FOLDER = join(ROOT, 'build/runtimes');

const TOOLS = {
  '@rollup/plugin-node-resolve': '16.0.3',
  '@testing-library/dom': '10.4.2',
  '@testing-library/react': '16.3.3',
  bun: '1.4.5',
  deno: '2.9.6',
  esbuild: '0.28.2',
  jest: '30.5.2',
  'jest-environment-jsdom': '30.5.2',
  miniflare: '4.20260426.0',
  next: '16.4.6',
  parcel: '2.16.4',
  react: '19.3.1',
  'react-dom': '19.3.1',
  rollup: '4.68.7',
  'typescript-5': 'npm:typescript@5.9.3',
  'vite-5': 'npm:vite@5.4.21',
  'vite-6': 'npm:vite@6.4.6',
  'vite-7': 'npm:vite@7.3.8',
  'vite-8': 'npm:vite@8.3.8',
  webpack: '5.112.2',
};

/** Imports an installed module; returns its default export, if any. */
// biome-ignore lint/suspicious/noExplicitAny: its types are not installed
export async function tool(name: string): Promise<any> {
  return import(pathToFileURL(createRequire(join(FOLDER, 'package.json')).resolve(name)).href);
}

function npm(args: string[], cwd: string): string {
  // npm is a script for a shell on Windows
  return execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
}

export default function setup(): void {
  mkdirSync(FOLDER, { recursive: true });
  const wanted = JSON.stringify({ private: true, dependencies: TOOLS }, undefined, 2);
  const manifest = join(FOLDER, 'package.json');
  if (!existsSync(manifest) || readFileSync(manifest, 'utf8') !== wanted) {
    writeFileSync(manifest, wanted);
    try {
      npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], FOLDER);
    } catch (error) {
      rmSync(manifest);
      throw error;
    }
  }
  const [{ filename }] = JSON.parse(
    npm(['pack', '--ignore-scripts', '--json', '--pack-destination', FOLDER], ROOT),
  );
  const installed = join(FOLDER, 'node_modules/freecell-deals');
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', filename, '-C', installed, '--strip-components=1'], { cwd: FOLDER });
}
