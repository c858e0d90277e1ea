// npm run check:release: checks whether the built package can be published as its version. Prints what is still to be done.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const MAX_BYTES = { size: 1_600_000, unpackedSize: 2_900_000 };
const LICENCES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

const read = (path) => readFileSync(path, 'utf8');
const run = (...args) => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const { version, repository } = JSON.parse(read('package.json'));
const { packages } = JSON.parse(read('package-lock.json'));

function* versionFaults() {
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
  if (GITHUB_REF_TYPE === 'tag' && GITHUB_REF_NAME !== `v${version}`)
    yield `the tag is ${GITHUB_REF_NAME}; expected v${version}`;
  const command = execFileSync('node', ['dist/cli.cjs', '--version'], { encoding: 'utf8' }).trim();
  const [, cited] = /^version: (.*)$/m.exec(read('CITATION.cff')) ?? [];
  const others = { 'package-lock.json': packages[''].version, 'the command': command, 'CITATION.cff': cited };
  for (const [where, found] of Object.entries(others))
    if (found !== version) yield `${where} has version ${found}; package.json has ${version}`;
  const [, first] = /^## (.*)$/m.exec(read('CHANGELOG.md'));
  if (first !== version) yield `CHANGELOG.md begins with ${first}; expected ${version}`;
  if (!existsSync(`test/golden/written/${version}`))
    yield `test/golden/written has no files of ${version}; run its write.sh`;
}

function* tarballFaults() {
  const [packed] = JSON.parse(run('pack', '--dry-run', '--ignore-scripts', '--json'));
  const found = packed.files.map(({ path }) => path).filter((path) => !/^dist\/.*\.d\.ts$/.test(path));
  const expected = read('test/golden/tarball.txt').trim().split('\n');
  for (const path of found.filter((path) => !expected.includes(path)))
    yield `the tarball has ${path}; leave it out, or add it to test/golden/tarball.txt`;
  for (const path of expected.filter((path) => !found.includes(path))) yield `the tarball lacks ${path}`;
  for (const [name, most] of Object.entries(MAX_BYTES))
    if (packed[name] > most) yield `the tarball's ${name} is ${packed[name]} bytes; expected ${most} at most`;
}

function* licenceFaults() {
  const notice = read('data/NOTICE');
  const code = readdirSync('dist').filter((name) => /\.c?js$/.test(name));
  const bundled = code.flatMap((name) => [
    ...read(`dist/${name}`).matchAll(/^\/\/ node_modules\/(@[^/]+\/[^/]+|[^/]+)/gm),
  ]);
  for (const name of new Set(bundled.map(([, name]) => name))) {
    const licence = readdirSync(`node_modules/${name}`).find((file) => /^licen[cs]e/i.test(file));
    if (!licence || !notice.includes(read(`node_modules/${name}/${licence}`).trim()))
      yield `dist holds ${name}, whose licence is not in data/NOTICE`;
  }
  for (const [path, { dev, license }] of Object.entries(packages))
    if (path !== '' && !dev && !LICENCES.includes(license)) yield `${path} has the licence ${license}`;
}

/** Finds the lines that say "no public repository yet", as FILE:LINE. */
function linesWithoutRepository() {
  const documents = ['README.md', '.github/CONTRIBUTING.md', 'docs/SECURITY.md'];
  return documents.flatMap((path) =>
    [...read(path).split('\n').entries()]
      .filter(([, line]) => line.includes('no public repository yet'))
      .map(([i]) => `${path}:${i + 1}`),
  );
}

function* repositoryFaults() {
  const lines = linesWithoutRepository().join(', ');
  if (!/^git\+https:\/\//.test(repository?.url ?? ''))
    yield `package.json names no repository, which provenance needs; fill it in: { "type": "git", "url": "git+https://..." }, then complete ${lines}`;
  else if (lines !== '') yield `${lines}: say that there is no repository yet; name ${repository.url}`;
}

const faults = [versionFaults, tarballFaults, licenceFaults, repositoryFaults].flatMap((find) => [...find()]);
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? `${version} can be published` : `${faults.length} still to be done`);
if (faults.length > 0) process.exitCode = 1;
