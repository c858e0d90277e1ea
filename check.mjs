// npm run check: runs the check:* scripts of package.json in parallel and prints the output of those that fail. It leaves out
// check:package and check:release, which are for publishing.

import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(exec);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

async function findingsOf(name) {
  try {
    await run(scripts[name], { maxBuffer: 1 << 26 }); // npm run puts node_modules/.bin on the PATH
    return '';
  } catch ({ message, stdout, stderr }) {
    return `${name} fails:\n${stdout}${stderr}${message}`;
  }
}

const names = Object.keys(scripts).filter((name) => /^check:(?!package|release)/.test(name));
const failed = (await Promise.all(names.map(findingsOf))).filter((findings) => findings !== '');
for (const findings of failed) console.error(findings);
if (failed.length > 0) process.exitCode = 1;
