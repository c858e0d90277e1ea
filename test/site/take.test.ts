// The page's section Save deals: saves the same files as the command, streamed if the browser can, otherwise downloaded.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type GenerateOptions, generate } from '../../dist/index.js';
import { formats } from '../../src/formats/registry.js';
import { checkSame, MILLION, sha256 } from '../support/bytes.js';
import { runShell, temporaryFolder } from '../support/command.js';
import { rowsIn } from '../support/golden.js';
import { eventually, progressOf, savedBytes, type Visit, visit } from './browser.js';

const HEADER_BYTES = 64;

/** Returns the bytes that the command writes to a file of this name. */
async function commandFile(selection: Omit<GenerateOptions, 'output'>, name = 'deals.bin'): Promise<Buffer> {
  const path = join(temporaryFolder(), name);
  await generate({ ...selection, output: path, threads: 1 }); // the command calls this, too
  return readFileSync(path);
}

/** The visitor chooses one of the page's private files, which a test can read. */
function choosePrivateFile(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.showSaveFilePicker = async ({ suggestedName }) => {
      document.body.dataset.suggested = suggestedName;
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle('saved', { create: true });
    };
  });
}

/**
 * Saves deals as the form says.
 * Returns the name that the page suggests, the file's size, and the digest of its bytes from `from`.
 */
async function save({ page, says }: Visit, from = 0) {
  await choosePrivateFile(page);
  await page.evaluate(() => document.querySelector('#take-answer')?.replaceChildren()); // of the file before
  await page.click('#generate');
  await says('take-answer', / is complete/);
  return page.evaluate(async (from) => {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle('saved')).getFile();
    const sum = await crypto.subtle.digest('SHA-256', await file.slice(from).arrayBuffer());
    const digest = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
    return { name: document.body.dataset.suggested as string, size: file.size, digest };
  }, from);
}

describe('Save deals', () => {
  visit('streams the million into a file with the same bytes as the command', async (visit) => {
    expect(await visit.text('take-plan')).toBe('1,000,000 deals, 52,000,064 bytes');
    expect(await visit.text('take-command')).toBe('freecell-deals generate 1..1000000 -o deals.bin');
    const way = 'The browser streams the deals into the file that you choose, without a limit to its size.';
    expect(await visit.text('take-way')).toBe(way);
    const { name, size, digest } = await save(visit, HEADER_BYTES);
    expect({ name, size, digest }).toEqual({ name: 'deals.bin', size: 52_000_064, digest: MILLION });
    expect(await visit.text('take-answer')).toMatch(
      /^saved is complete: 1,000,000 deals, 52,000,064 bytes in [\d.]+ s, [\d,]+ deals per second\.$/,
    );
  });

  visit(
    'shows a command that writes the same file, and of which a shell runs nothing else',
    async (visit) => {
      const { page, text } = visit;
      await page.fill('#where', "'; touch pwned; '");
      expect(await text('take-command')).toBe('');
      for (const where of ["card_0 IN ('7D', 'AD')", 'NOT (deal > 5 AND deal < 7)']) {
        await page.fill('#where', where);
        // instead of the command, a function that prints its arguments
        const script = `freecell-deals() { printf '%s\\n' "$@"; }\n${await text('take-command')}\n`;
        const printed = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
        expect(printed).toBe(`generate\n1..1000000\n--where\n${where}\n-o\ndeals.bin\n`);
      }
      await page.fill('#where', '');
      await page.selectOption('#format', 'numbers');
      for (const deals of ['#1..#5, #617', ' MS 617 , 2^32+1', '1 .. 3,1e3..1k']) {
        await page.fill('#deals', deals);
        const { name, digest } = await save(visit);
        const folder = temporaryFolder();
        const line = `cli=$1; freecell-deals() { "$0" "$cli" "$@"; }\n${await text('take-command')}`;
        const { status, stderr } = runShell(line, folder);
        expect({ deals, status }, stderr).toEqual({ deals, status: 0 });
        expect(readdirSync(folder), deals).toEqual([name]);
        expect(digest, deals).toBe(sha256(readFileSync(join(folder, name))));
      }
    },
  );

  visit('saves the deals of a condition, up to a limit, with the bytes of the command', async (visit) => {
    const { page, text, says } = visit;
    const selections = rowsIn<[deals: string, where: string, limit: string]>('selections-saved-by-page.txt');
    for (const [deals, where, limit] of selections) {
      for (const [id, text] of Object.entries({ deals, where, limit })) await page.fill(`#${id}`, text);
      const asked = new RegExp(
        `^the ${limit && `first ${limit.trim()} `}deals for .* holds, out of [\\d,]+ deals$`,
      );
      expect(await text('take-plan')).toMatch(where === '' ? /^1,000 deals, 52,064 bytes$/ : asked);
      const { digest } = await save(visit);
      const selection = { deals, ...(where && { where }), ...(limit && { limit: Number(limit) }) };
      expect(digest, `${where} ${limit}`).toBe(sha256(await commandFile(selection)));
    }
    expect(await text('take-command')).toBe(
      "freecell-deals generate 5,700..800,1 --where 'deal > 1' --limit 3 -o deals.bin",
    );
    await page.click('#take-copy');
    await says('take-said', 'Command copied.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text('take-command'));
    await page.evaluate(() => {
      window.showSaveFilePicker = () => Promise.reject(new Error('a wrong condition opens no file'));
    });
    await page.fill('#where', 'pos_10D < 8');
    await page.click('#generate');
    await says('take-problem', /pos_TD/);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('where');
    expect(await text('take-answer')).toMatch(/is complete/); // of the previous file
  });

  visit('saves every format with the same bytes as the command, also across regimes', async (visit) => {
    const { page, text } = visit;
    const options = page.locator('#format option');
    const offered = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(offered).toEqual(formats.map(({ name }) => name));
    const deals = '5,99990..100010,2147470000..2147500000,8589934500..8589934591';
    await page.fill('#deals', deals);
    for (const format of offered) {
      await page.selectOption('#format', format);
      const { name, digest } = await save(visit);
      const wanted = await commandFile({ deals }, name);
      expect(digest, name).toBe(sha256(wanted));
      expect(await text('take-plan')).toBe(`30,115 deals, ${wanted.length.toLocaleString('en-US')} bytes`);
    }
  });

  visit('without File System Access, downloads up to the stated size', async (visit) => {
    const { page, address, says, text } = visit;
    // which Firefox and Safari lack; Safari has no idle callbacks either
    await page.addInitScript(() => {
      delete window.showSaveFilePicker;
      const { setTimeout } = window;
      const minute = (call: () => void, ms: number, ...args: unknown[]) =>
        ms === 60_000 ? addEventListener('minute', call, { once: true }) : setTimeout(call, ms, ...args);
      Object.assign(window, { requestIdleCallback: undefined, setTimeout: minute });
      URL.revokeObjectURL = (url) => void Object.assign(document.body.dataset, { url });
    });
    await page.goto(address());
    const way = 'This browser downloads the file when it is complete, up to 536.9 MB.';
    expect(await text('take-way')).toBe(way);
    await says('verdict', /can be won/);
    for (const deals of ['1..100000', '5']) {
      const download = page.waitForEvent('download');
      await page.fill('#deals', deals);
      await page.click('#generate');
      expect((await download).suggestedFilename()).toBe('deals.bin');
      await says('take-answer', /^deals\.bin is complete: /);
      checkSame(await savedBytes(download), await commandFile({ deals }));
      // its memory is given back after a minute
      expect(await page.getAttribute('body', 'data-url')).not.toBe((await download).url());
      await page.evaluate(() => dispatchEvent(new Event('minute')));
      expect(await page.getAttribute('body', 'data-url')).toBe((await download).url());
    }

    await page.fill('#deals', '1..10324439');
    expect(await text('take-problem')).toBe('');
    await page.fill('#deals', '1..10324441');
    expect(await text('take-problem')).toMatch(
      /^the file has 536\.9 MB, but this browser can save 536\.9 MB at most/,
    );
    await page.fill('#where', 'deal > 0');
    await page.click('#generate');
    await says('take-answer', /^Nothing is saved: the file has 619\.5 MB, but/);
  });

  visit('explains wrong deals and a wrong limit beside the fields', async ({ page, text }) => {
    const fields = rowsIn<[field: string, wrong: string, message: string]>('wrong-fields-on-page.txt');
    for (const [field, wrong, message] of fields) {
      await page.fill('#deals', '1..8589934591');
      expect(await text('take-problem')).toBe('');
      expect(await text('take-plan')).toBe('8,589,934,591 deals, 446,676,598,796 bytes');
      await page.fill(`#${field}`, wrong);
      expect(await text('take-problem'), wrong).toContain(message);
      expect(await page.locator('#take [aria-invalid]').getAttribute('id'), wrong).toBe(field);
      expect(await text('take-plan'), wrong).toBe('');
      await page.fill('#limit', '');
    }
  });

  visit('asks at most 16 workers, and refuses more deals than it has memory for', async (visit) => {
    const { page, says } = visit;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 100 });
      let workers = 0;
      const kept = new Float64Array(25_000_001); // which takes no memory until it is written
      window.Worker = class {
        onmessage = (_: object) => {};
        constructor() {
          document.body.dataset.workers = String(++workers);
        }
        terminate() {}
        postMessage({ id }: { id: number }) {
          queueMicrotask(() => this.onmessage({ data: { id, result: kept } }));
        }
      } as unknown as typeof Worker;
    });
    await page.reload();
    await choosePrivateFile(page);
    await page.fill('#deals', '1..100000000');
    await page.fill('#where', 'deal > 0');
    await page.click('#generate');
    await says(
      'take-answer',
      /^Nothing is saved: the condition holds for more than 50,000,000 deals, too many for this page; .* saved is removed now/,
    );
    expect(await page.getAttribute('body', 'data-workers')).toBe('16');
  });

  visit('shows its progress, and leaves no file when it is cancelled', async ({ page, says }) => {
    await choosePrivateFile(page);
    await page.fill('#deals', '1..8589934591');
    await page.click('#generate');
    await says('take-figures', /^[\d,]+ deals, [\d.]+ [MG]B; [\d,]+ deals per second; \d+ min left$/);
    expect(await progressOf(page, 'take-progress')).toBeGreaterThan(0);
    expect(await page.isDisabled('#generate')).toBe(true);
    const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await asks()).toBe(true); // whether the visitor wants to leave
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('cancel');
    await page.keyboard.press('Enter');
    await says(
      'take-answer',
      /^Cancelled; nothing is saved\. saved is removed now; .* the browser had emptied it\.$/,
    );
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('generate');
    expect(await asks()).toBe(false);
    expect(await progressOf(page, 'take-progress')).toBe(0);
    expect(await page.isVisible('#take-progress')).toBe(false);
    expect(await page.textContent('#take-figures')).toBe('');
    const look = async () => (await navigator.storage.getDirectory()).getFileHandle('saved');
    await expect(page.evaluate(look)).rejects.toThrow('NotFoundError');
    await eventually(() => page.workers()).toEqual([]);

    // the visitor closes the file picker, and is asked only once
    await page.evaluate(() => {
      window.showSaveFilePicker = async () => {
        const canAskAgain = document.querySelector('#generate:enabled') !== null;
        throw canAskAgain ? new Error('it can be clicked again') : new DOMException('closed', 'AbortError');
      };
    });
    await page.click('#generate');
    await says('take-answer', 'Cancelled; nothing is saved.');
  });

  visit('says why a file cannot be written, and what has become of it', async ({ page, says }) => {
    const emptied = 'if you chose a file that was there before, the browser had emptied it.';
    for (const [failing, why, size, canRemove, left] of [
      ['close', 'no space.', 1, true, 'is as it was.'],
      ['close', 'no space.', 0, true, `is removed now; ${emptied}`],
      ['close', 'no space.', 0, false, `is empty now; ${emptied}`],
      ['close', 'no space.', 0, undefined, `is empty now; ${emptied}`],
      // an AbortError is a reason here, not a cancel
      ['createWritable', 'no file', 1, true, 'is as it was.'],
      ['write', 'disk full', 1, true, 'is as it was.'], // as Chromium rejects a write to a full disk at times
      ['close', 'malware', 1, true, 'is as it was.'], // as it does if a check refuses the file
    ] as const) {
      await page.evaluate(
        ([failing, why, size, canRemove]) => {
          const error = why === 'no space.' ? why : new DOMException(why, 'AbortError');
          const fail = () => Promise.reject(error);
          const stream = { write: async () => {}, close: async () => {}, abort: fail };
          const remove = canRemove ? async () => {} : fail;
          const handle = {
            name: 'mine',
            createWritable: async () => stream,
            getFile: async () => ({ size }),
          };
          Object.assign(handle, canRemove !== undefined && { remove });
          Object.assign(failing in stream ? stream : handle, { [failing]: fail });
          window.showSaveFilePicker = async () => handle as unknown as FileSystemFileHandle;
        },
        [failing, why, size, canRemove] as const,
      );
      await page.click('#generate');
      await says('take-answer', `Nothing is saved: ${why.replace(/\.$/, '')}. mine ${left}`);
    }
  });

  visit('asks for free cells that are not there beside the field that needs them', async (visit) => {
    const { page, messages, says, text } = visit;
    await page.context().route(/known-cells/, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    const fault = page.locator('#take [aria-invalid]');
    for (const [where, format, field] of [
      ['cells = 0', 'bin', 'where'],
      ['', 'parquet', 'format'],
    ] as const) {
      await page.fill('#where', where);
      await page.selectOption('#format', format);
      await says('take-problem', /^cannot read .*known-cells/);
      expect([await fault.getAttribute('id'), await text('take-plan')]).toEqual([field, '']);
    }
    await page.context().unrouteAll();
    await page.fill('#deals', '1..100');
    await says('take-plan', /^100 deals, [\d,]+ bytes$/);
    expect(await text('take-problem')).toBe('');
    messages.length = 0; // the browser reports the missing file, too
  });

  visit('has at most two chunks per worker in flight before a slow disk', async (visit) => {
    const { page, address, says } = visit;
    await page.addInitScript(() => {
      // counts the results of workers, and those that were written
      const counts = { encoded: 0, written: 0, most: 0, returned: 0 };
      (window as unknown as { counts: typeof counts }).counts = counts;
      const NativeWorker = window.Worker;
      window.Worker = class extends NativeWorker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          this.addEventListener('message', () => {
            counts.encoded++;
            counts.most = Math.max(counts.most, counts.encoded - counts.written);
          });
        }
        override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
          if ('buffer' in (message as object)) counts.returned++;
          super.postMessage(message, options as StructuredSerializeOptions);
        }
      };
      window.showSaveFilePicker = async () =>
        ({
          createWritable: async () => ({
            write: async (bytes: Uint8Array) => {
              await new Promise((resolve) => setTimeout(resolve, 20));
              if (bytes.length > 0) counts.written++; // it is not given back yet
            },
            close: async () => {},
          }),
        }) as unknown as FileSystemFileHandle;
    });
    await page.goto(address());
    await page.fill('#deals', '1..4000000');
    await page.click('#generate');
    await says('take-answer', /is complete/);
    const { most, encoded, returned, cores } = await page.evaluate(() => ({
      ...(window as unknown as { counts: Record<'most' | 'encoded' | 'returned', number> }).counts,
      cores: navigator.hardwareConcurrency,
    }));
    expect(encoded).toBeGreaterThan(40);
    // two per worker, and the one that is being written
    expect(most).toBeLessThanOrEqual(2 * cores + 1);
    expect(returned).toBe(encoded); // all buffers were given back for reuse
  });
});
