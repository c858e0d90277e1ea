// npm run prove -- digests [LAST]: computes the SHA-256 of the card bytes of 1..32000, 1..1000000, 1..2147483647 and all deals,
// up to LAST, in one pass with the library. npm run prove -- digests-c [LAST] does so with an independent C program (needs cc and
// libssl-dev). Both fail if docs/stability.md has another digest. All deals take about twenty minutes.

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { deals, LAST_DEAL } from 'freecell-deals';

const ROOT = new URL('../../../', import.meta.url);
const CARDS = 52;
const ENDS = [32_000, 1_000_000, 2 ** 31 - 1, LAST_DEAL];
const SAY_EACH = 10_000; // ms

interface Digest {
  deals: string; // 1..END
  sha256: string;
}

async function* digestsOfLibrary(ends: readonly number[]): AsyncGenerator<Digest, void, void> {
  const hash = createHash('sha256');
  const last = ends[ends.length - 1];
  const waiting = [...ends];
  let said = performance.now();
  for await (const { first, count, cards } of deals({ deals: { first: 1, last } })) {
    let from = 0; // cards of the batch that are hashed
    while (waiting.length > 0 && waiting[0] < first + count) {
      const end = waiting.shift() as number;
      const to = (end - first + 1) * CARDS;
      hash.update(cards.subarray(from, to));
      from = to;
      yield { deals: `1..${end}`, sha256: hash.copy().digest('hex') };
    }
    hash.update(cards.subarray(from));
    if (performance.now() - said < SAY_EACH) continue;
    said = performance.now();
    console.error(`${first + count - 1} of ${last}`);
  }
}

/** Pipes the C program that deals into the one that hashes. */
async function* digestsOfC(ends: readonly number[]): AsyncGenerator<Digest, void, void> {
  const folder = mkdtempSync(join(tmpdir(), 'freecell-deals-digests-'));
  try {
    for (const [name, ...libraries] of [['deal'], ['digests', '-lcrypto']]) {
      const source = fileURLToPath(new URL(`bench/peers/${name}.c`, ROOT));
      const flags = ['-O3', '-march=native', '-o', join(folder, name), source, ...libraries];
      execFileSync('cc', flags, { stdio: 'inherit' });
    }
    const last = String(ends[ends.length - 1]);
    const line = 'last=$1; shift; "$0/deal" cards 1 "$last" - | "$0/digests" "$@"';
    const child = spawn('sh', ['-c', line, folder, last, ...ends.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    for await (const printed of createInterface({ input: child.stdout })) {
      const [deals, sha256] = printed.split(' ');
      yield { deals, sha256 };
    }
    const [status] = await closed;
    if (status !== 0) throw new Error(`the C program ended with status ${status}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the digests; fails if docs/stability.md has another one. */
export async function proveDigests(by: 'library' | 'C', last = LAST_DEAL): Promise<void> {
  if (!(last >= 1 && last <= LAST_DEAL)) throw new Error(`expected 1..${LAST_DEAL}; ${last} is not`);
  const document = readFileSync(new URL('docs/stability.md', ROOT), 'utf8');
  const ends = [...ENDS.filter((end) => end < last), last];
  const started = performance.now();
  const digests = by === 'C' ? digestsOfC(ends) : digestsOfLibrary(ends);
  for await (const { deals, sha256 } of digests) {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${deals} ${sha256} by ${by}, after ${seconds} s`);
    const [, known] = new RegExp(`\\| \`${deals}\` .*\`([0-9a-f]{64})\``).exec(document) ?? [];
    if (known !== undefined && known !== sha256)
      throw new Error(`docs/stability.md says ${known} of ${deals}`);
  }
}
