// Runs the commands that a document shows, as a reader types them, in a clone or in a folder with the package installed.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An indented line, except a comment and what goes on in an indented line. */
const COMMAND = /^ {4}(?![ #])(.*)$/;

/** Commands that need a network, lists out of it, a cluster, the server of a database or more than a minute. */
const LEFT_OUT =
  /^npm (?!ci|install -g \.)|^psql |\$examples\/(slurm|solve\/million)|not-won-by-3|won-without|freecell-pro-|million\.csv|moves\.csv|git clone/;

/** Programs that commands may need; without them, only CI runs the commands. */
const PROGRAMS = ['duckdb', 'python3', 'sqlite3'];
const SOLVERS = ['fc-solve', 'parallel', 'cc', 'flock'];

/** Comments on lines of their own: the output of the command above. */
const OUTPUT = /^(?: {4}# .*\n)+/;

interface Command {
  line: string;
  /** the output that the README shows; undefined if it shows none */
  printed: string | undefined;
}

/**
 * Lists the commands of a README.
 * The output of a command is a number in its comment, or the comments on the next lines.
 */
function commandsOf(readme: string): Command[] {
  const lines = readme.split('\n');
  return lines.flatMap((text, i) => {
    const [, line] = COMMAND.exec(text) ?? [];
    if (line === undefined || LEFT_OUT.test(line)) return [];
    const [, command, comment = ''] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
    const below = OUTPUT.exec(`${lines.slice(i + 1).join('\n')}\n`)?.[0].trimEnd();
    const output =
      below?.replace(/^ {4}# /gm, '') ??
      (/^\d+(?: \d+)*$/.test(comment) ? comment.replaceAll(' ', '\n') : undefined);
    return [{ line: command, printed: output === undefined ? undefined : `${output}\n` }];
  });
}

/** Removes npm's warnings, and the time and rate of a summary. */
function comparable(output: string): string {
  return output.replace(/^npm (warn|notice).*\n/gm, '').replace(/ in [\d.]+ s \(.* deals\/s\)/g, '');
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

/** A duckdb command that uses DuckDB's library; Debian has no such package. */
const DUCKDB = join(ROOT, 'test/support/duckdb.cjs');

const npmCache = () => execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();

/** Makes a folder with a program duckdb in it, if its library is installed. */
export function addDuckDb(folder: string): void {
  mkdirSync(folder);
  if (existsSync(join(ROOT, 'examples/sql/node_modules'))) symlinkSync(DUCKDB, join(folder, 'duckdb'));
  else console.error('no commands of duckdb without npm install --prefix examples/sql');
}

interface Programs {
  /** folder of the Node to use; comes first on the PATH */
  node: string;
  /** a folder with other programs */
  programs?: string;
}

/** A folder in which a reader types commands, with a home of its own. */
export class Workplace {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, home: string, { node, programs = '' }: Programs) {
    this.folder = folder;
    const prefix = join(home, 'global');
    const foreign = /^npm_|^INIT_CWD|^NODE_(?!EXTRA)/i;
    const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
    const path = [node, join(prefix, 'bin'), process.env.PATH, programs].join(delimiter);
    const npm = {
      npm_config_prefix: prefix,
      npm_config_prefer_offline: 'true',
      npm_config_fetch_timeout: '20000', // ms; a request without an answer is repeated before the line takes too long
    };
    this.#env = { ...Object.fromEntries(own), ...npm, PATH: path, HOME: home };
    mkdirSync(folder, { recursive: true });
    if (existsSync(prefix)) return;
    mkdirSync(prefix);
    mkdirSync(join(home, '.npm'));
    // the packages that this user has fetched, but not the links that npx keeps
    symlinkSync(join(npmCache(), '_cacache'), join(home, '.npm/_cacache'));
  }

  /** Makes a folder with a tarball installed, locally and globally. */
  static installed(folder: string, tarball: string, programs: Programs): Workplace {
    const workplace = new Workplace(join(folder, 'project'), folder, programs);
    writeFileSync(join(workplace.folder, 'package.json'), '{ "private": true }');
    for (const where of ['--global', '--no-global'])
      workplace.expectSuccess(`npm install ${where} --no-audit --no-fund --silent ${tarball}`);
    return workplace;
  }

  /** Makes a clone: the files that git knows, as they are in this folder, or a copy of another clone with all that is in it. */
  static cloned(folder: string, programs: Programs, from?: Workplace): Workplace {
    const home = from === undefined ? folder : join(from.folder, '..');
    const workplace = new Workplace(join(folder, 'clone'), home, programs);
    const list = `git -C '${ROOT}' ls-files -z --cached --others --exclude-standard`;
    const copy = `${list} | tar -c -C '${ROOT}' --null -T - | tar -x`;
    workplace.expectSuccess(from === undefined ? copy : `cp -al '${from.folder}/.' .`);
    return workplace;
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

  /** Runs a line; returns its standard output, else standard error. npm adds lines of its own to standard output. */
  expectSuccess(line: string): string {
    const { status, stdout, stderr } = this.run(line);
    expect({ line, status, failure: status === 0 ? '' : stderr }).toEqual({ line, status: 0, failure: '' });
    return line.startsWith('npm ') ? stderr : stdout || stderr;
  }

  /**
   * Runs the commands of a document; returns how many were run.
   * @param examples the folder of the examples, if it is not the one that the document names
   */
  follow(document: string, examples?: string): number {
    let variables = ''; // set by the lines before
    let count = 0;
    for (const { line, printed } of commandsOf(document)) {
      const [, variable] = /^(\w+)=(?!').*$/.exec(line) ?? [];
      if (variable !== undefined) {
        const set = variable === 'examples' && examples !== undefined ? `examples=${examples}` : line;
        const value = this.expectSuccess(`${variables}${set}; printf %s "$${variable}"`);
        variables += `${variable}='${value}'\n`;
        continue;
      }
      const solvers = line.includes('solve') ? SOLVERS : [];
      const needed = [...PROGRAMS.filter((program) => line.includes(program)), ...solvers];
      const missing = needed.filter((program) => this.run(`command -v ${program}`).status !== 0);
      if (missing.length > 0 && !process.env.CI) continue;
      const output = comparable(this.expectSuccess(`${variables}${line}`));
      if (printed !== undefined) expect({ line, output }).toEqual({ line, output: comparable(printed) });
      count++;
    }
    return count;
  }
}
