// Runs the entry for browsers in Chromium: a page that this process serves, and that posts its findings back.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { cardName, parseCard } from '../src/game/cards.js';
import { dealCards, dealFreeCell } from '../src/game/deal.js';
import { CHROMIUM_FLAGS } from './support/chromium.js';
import { temporaryFolder } from './support/command.js';
import { peer } from './support/peer.js';

const ANSWER_WITHIN = 30_000; // ms; long enough for a browser on a busy machine

const PAGE = `<!doctype html><script type="module">
const errorOf = (work) => Promise.resolve().then(work).catch(({ name, message }) => ({ name, message }));
const found = await errorOf(async () => {
  const { cardName, dealCards, dealFreeCell, findDeal, loadImpossibleDeals, findDealsInText, loadKernel, showDeal } = await import('/browser.js');
  const alone = await import('/alone/browser.js'); // there are no kernels in its folder
  const { loadEngine, matchDeals } = await import('/internal.js');
  const inline = await import('/inline.js');
  const impossible = await loadImpossibleDeals();
  const bytes = await (await fetch('/kernel-scalar.wasm')).arrayBuffer();
  const given = [bytes, await WebAssembly.compile(bytes)].map((module) => loadKernel({ module }));
  const list = await (await fetch('/impossible-4-freecells.bin')).arrayBuffer();
  const [simd, scalar] = [await loadKernel(), await loadKernel({ simd: false })];
  const engine = await loadEngine();
  return {
    core: [...dealCards(617)],
    rows: dealFreeCell(617),
    names: [0, 51].map(cardName),
    simd: [...simd.deal(617, 2)],
    scalar: [...scalar.deal(617, 2)],
    matched: [...matchDeals(engine, [{ first: 1, last: 900 }], "card_0 = '7D' AND pos_AC < 30")],
    badCondition: await errorOf(() => matchDeals(engine, [], 'pos_10D < 8')),
    given: (await Promise.all(given)).map((kernel) => [...kernel.deal(617, 2)]),
    number: findDeal(dealCards(617)),
    pasted: findDealsInText(showDeal(617, 'unicode') + showDeal(618, 'text')),
    wrong: await errorOf(() => dealCards(0)),
    impossible: [617, 11982, 8589934591].map((n) => impossible.has(n)),
    bytes: (await loadImpossibleDeals(list)).has(11982),
    page: await errorOf(() => loadImpossibleDeals('/page/list.bin')),
    unlisted: await errorOf(() => loadImpossibleDeals('/none/list.bin')),
    missing: await errorOf(() => alone.loadKernel()),
    inline: [...(await inline.loadKernel()).deal(617, 2)],
  };
});
await fetch('/found', { method: 'POST', body: JSON.stringify(found) });
</script>`;

const TYPES = { js: 'text/javascript', wasm: 'application/wasm', bin: 'application/octet-stream' };

/**
 * Serves the page, dist/, and browser.js and internal.js a second time in /alone/.
 * Emits `found` with the findings that the page posts.
 */
async function serve(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const [, name, ending] = /^\/(?:alone\/(?=browser|internal))?([\w-]+\.(js|wasm|bin))$/.exec(url) ?? [];
    if (method === 'POST') {
      server.emit('found', await json(request));
      response.end();
    } else if (url === '/') {
      response.setHeader('content-type', 'text/html').end(PAGE);
    } else if (name !== undefined) {
      response.setHeader('content-type', TYPES[ending as keyof typeof TYPES]);
      response.end(await readFile(new URL(`../dist/${name}`, import.meta.url)));
    } else if (url.startsWith('/page/')) {
      response.setHeader('content-type', 'text/html').end(PAGE);
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

peer('chromium')(
  'in Chromium, the reference implementation and the kernels deal 617, and findDeal finds it',
  async (chromium) => {
    const server = await serve();
    const found = once(server, 'found');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = spawn(
      chromium,
      ['--headless', ...CHROMIUM_FLAGS, `--user-data-dir=${temporaryFolder()}`, `${origin}/`],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true, // its own process group, which can be killed as a whole
      },
    );
    const ended = once(browser, 'close');
    let said = '';
    browser.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const silence = new AbortController();
    try {
      const answer = await Promise.race([
        found.then(([answer]) => answer),
        ended.then(([status]) => `it ended with status ${status}: ${said}`),
        sleep(ANSWER_WITHIN, undefined, { signal: silence.signal }).then(() => `it says nothing: ${said}`),
      ]);
      const two = [...dealCards(617), ...dealCards(618)];
      expect(answer).toEqual({
        core: [...dealCards(617)],
        rows: dealFreeCell(617),
        names: [cardName(0), cardName(51)],
        simd: two,
        scalar: two,
        matched: Array.from({ length: 900 }, (_, i) => i + 1).filter((n) => {
          const cards = dealCards(n);
          return cards[0] === parseCard('7D') && cards.indexOf(0) < 30;
        }),
        badCondition: {
          name: 'InputError',
          message: 'where: unknown column pos_10D at offset 0; did you mean pos_TD?',
        },
        given: [two, two],
        number: 617,
        pasted: [617, 618],
        wrong: { name: 'InputError', message: 'deal number 0 is outside 1..8589934591' },
        impossible: [false, true, false],
        bytes: true,
        inline: two,
        page: {
          name: 'ReadError',
          message: 'cannot read /page/list.bin: the server sends a page',
        },
        unlisted: {
          name: 'ReadError',
          message: 'cannot read /none/list.bin: the server answers 404',
        },
        missing: {
          name: 'ReadError',
          message: `cannot read kernel-simd.wasm: Failed to fetch dynamically imported module: ${origin}/alone/kernel-simd.js`,
        },
      });
    } finally {
      silence.abort();
      if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
      await ended;
      server.closeAllConnections();
      server.close();
    }
  },
);
