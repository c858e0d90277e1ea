// npm run check: runs the scripts check:* of package.json at the same time, and prints what those say that fail. All but
// check:package and check:release, which are for publishing.

import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(exec);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

async function findingsOf(name) {
  try {
    await run(scripts[name], { maxBuffer: 1 << 26 }); // npm run has put node_modules/.bin on the path
    return '';
  } catch ({ message, stdout, stderr }) {
    return `${name} fails:\n${stdout}${stderr}${message}`;
  }
}

const names = Object.keys(scripts).filter((name) => /^check:(?!package|release)/.test(name));
const failed = (await Promise.all(names.map(findingsOf))).filter((findings) => findings !== '');
for (const findings of failed) console.error(findings);
if (failed.length > 0) process.exitCode = 1;
