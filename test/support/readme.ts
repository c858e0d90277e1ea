// Runs the commands that a README shows, as a reader types them, in a folder with the package installed.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A command in an indented block.
 * Other lines of such a block are output, code, or settings of other programs.
 */
const COMMAND =
  /^ {4}((?:examples=|PATH=|FC_SOLVE=|freecell-deals |npx |seq \d+ \d|seq \d+ >|solve |\$examples\/(?!slurm|solve\/million)|\/usr\/bin\/python3 |duckdb <).*)$/;

/** Programs that commands may need; without them, only CI runs the commands. */
const PROGRAMS = ['shuf', 'duckdb', 'python3'];
const SOLVERS = ['fc-solve', 'parallel', 'cc', 'flock'];

/** A comment on its own line: the output of the command above. */
const OUTPUT = /^ {4}# (.*)$/;

interface Command {
  line: string;
  /** the output that the README shows; undefined if it shows none */
  printed: string | undefined;
}

/**
 * Lists the commands of a README.
 * The output of a command is a number in its comment, or the comment on the next line.
 */
function commandsOf(readme: string): Command[] {
  const lines = readme.split('\n');
  return lines.flatMap((text, i) => {
    const [, line] = COMMAND.exec(text) ?? [];
    if (line === undefined) return [];
    const [, command, comment = ''] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
    const output = OUTPUT.exec(lines[i + 1])?.[1] ?? (/^\d+$/.test(comment) ? comment : undefined);
    return [{ line: command, printed: output === undefined ? undefined : `${output}\n` }];
  });
}

/** Removes npm's warnings, and the time and rate of a summary. */
function comparable(output: string): string {
  return output.replace(/^npm warn .*\n/gm, '').replace(/ in [\d.]+ s \(.* deals\/s\)/g, '');
}

/** Returns the blocks of code in a language. */
export function blocksOf(readme: string, language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code);
}

/** Packs the built package; returns the tarball, its files, and their bytes. */
export function pack(folder: string): { tarball: string; files: string[]; unpackedSize: number } {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [info] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }));
  return {
    tarball: join(folder, info.filename),
    files: info.files.map(({ path }: { path: string }) => path),
    unpackedSize: info.unpackedSize,
  };
}

interface Installation {
  /** folder of the Node to use; comes first on the PATH */
  node: string;
  /** a folder with other programs */
  programs?: string;
}

/** A reader's folder, with the package installed locally and globally. */
export class Workplace {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, tarball: string, { node, programs = '' }: Installation) {
    const prefix = join(folder, 'global');
    this.folder = join(folder, 'project');
    const own = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD|^NODE_/i.test(name));
    const path = [node, join(prefix, 'bin'), process.env.PATH, programs].join(delimiter);
    this.#env = { ...Object.fromEntries(own), PATH: path, npm_config_prefix: prefix };
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(prefix);
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true }');
    for (const where of ['--global', '--no-global'])
      this.expectSuccess(`npm install ${where} --prefer-offline --no-audit --no-fund --silent ${tarball}`);
  }

  /** Runs a line of shell; runShell says why with --norc. */
  run(line: string) {
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-o', 'pipefail', '-c', line], {
      cwd: this.folder,
      env: this.#env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: 120_000,
    });
    return { status, stdout, stderr };
  }

  /** Runs a line; returns its standard output, else standard error. */
  expectSuccess(line: string): string {
    const { status, stdout, stderr } = this.run(line);
    expect({ line, status, failure: status === 0 ? '' : stderr }).toEqual({ line, status: 0, failure: '' });
    return stdout || stderr;
  }

  /** Runs the commands of a README; returns how many were run. */
  follow(readme: string): number {
    let variables = ''; // set by the lines before
    let count = 0;
    for (const { line, printed } of commandsOf(readme)) {
      const [, variable] = /^(\w+)=(?!').*$/.exec(line) ?? [];
      if (variable !== undefined) {
        const value = this.expectSuccess(`${variables}${line}; printf %s "$${variable}"`);
        variables += `${variable}='${value}'\n`;
        continue;
      }
      const needed = [
        ...PROGRAMS.filter((program) => line.includes(program)),
        ...(line.includes('solve') ? SOLVERS : []),
      ];
      const missing = needed.filter((program) => this.run(`command -v ${program}`).status !== 0);
      if (missing.length > 0 && !process.env.CI) continue;
      const output = comparable(this.expectSuccess(`${variables}${line}`));
      if (printed !== undefined) expect({ line, output }).toEqual({ line, output: comparable(printed) });
      count++;
    }
    return count;
  }
}
