// Checks your kernel and your function, and measures them in turns with those of the package: docs/library.md, "Your own kernel".
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dealCards, loadKernel } from 'freecell-deals';

const COUNT = 32_000;
const SHA256 = 'b178ffbe255e204aa3162c761e6724c31a003028f8aa5a06d83ec12caa86fe3f'; // of 1..32000, from docs/stability.md
const cards = new Uint8Array(COUNT * 52);
const loop = (deal) => (first) => {
  for (let i = 0; i < COUNT; i++) cards.set(deal(first + i), i * 52);
  return cards;
};
const bulk = (kernel) => (first) => kernel.deal(first, COUNT);
const simd = bulk(await loadKernel());
const contestants = {
  'my kernel': bulk(await loadKernel({ module: await readFile('my-kernel.wasm') })),
  'my function': loop((n) => dealCards(n)), // put yours here: it returns the 52 card bytes of deal n
  'SIMD kernel': simd,
  'scalar kernel': bulk(await loadKernel({ simd: false })),
  'reference implementation': loop(dealCards),
};

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
for (const [name, deal] of Object.entries(contestants)) {
  if (digest(deal(1)) !== SHA256) throw new Error(`${name} deals other cards in 1..${COUNT}`);
  // the dealing rule changes at 2^31 and 2^32
  for (const first of [2 ** 31 - COUNT / 2, 2 ** 32 - COUNT / 2])
    if (digest(deal(first)) !== digest(simd(first)))
      throw new Error(`${name} deals other cards from ${first} on`);
}

const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
for (let round = 0; round < 25; round++) {
  for (const [name, deal] of Object.entries(contestants)) {
    const started = performance.now();
    deal(1);
    times[name].push(((performance.now() - started) * 1e6) / COUNT);
  }
}
for (const [name, ns] of Object.entries(times))
  console.log(name, ns.sort((a, b) => a - b)[12].toFixed(1), 'ns per deal');
