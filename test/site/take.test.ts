// The page's section Save deals: saves the same files as the command, streamed if the browser can, otherwise downloaded.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type GenerateOptions, generate } from '../../dist/index.js';
import { formats } from '../../src/formats/registry.js';
import { checkSame } from '../support/bytes.js';
import { temporaryFolder } from '../support/command.js';
import { eventually, visit } from './browser.js';

const HEADER_BYTES = 64;
/** SHA-256 of the card bytes of 1..1000000, computed by other programs. */
const MILLION = '2579eb07116717e5836f8ca7baebc977ac09471eb065a5dee1df7ed4aa529d8d';

/** The size and the SHA-256 of bytes, as savedFile returns them. */
function summaryOf(bytes: Uint8Array): { size: number; digest: string } {
  return { size: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** Returns the bytes that the command writes to a file of this name. */
async function commandFile(selection: Omit<GenerateOptions, 'output'>, name = 'deals.bin'): Promise<Buffer> {
  const path = join(temporaryFolder(), name);
  await generate({ ...selection, output: path, threads: 1 }); // the command calls this, too
  return readFileSync(path);
}

/**
 * Chooses a file for the page as a visitor would.
 * The file is one of the page's private files, which a test can read.
 */
async function chooseFile(page: Page, name: string): Promise<void> {
  await page.evaluate((name) => {
    window.showSaveFilePicker = async ({ suggestedName }) => {
      document.body.dataset.suggested = suggestedName;
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle(name, { create: true });
    };
  }, name);
}

/** Returns the file's size, and the digest of its bytes from `from`. */
function savedFile(page: Page, name: string, from = 0): Promise<{ size: number; digest: string }> {
  return page.evaluate(
    async ({ name, from }) => {
      const folder = await navigator.storage.getDirectory();
      const file = await (await folder.getFileHandle(name)).getFile();
      const sum = await crypto.subtle.digest('SHA-256', await file.slice(from).arrayBuffer());
      const hex = Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
      return { size: file.size, digest: hex };
    },
    { name, from },
  );
}

/** Removes File System Access, which Firefox and Safari lack. */
async function withoutFileSystemAccess(page: Page): Promise<void> {
  await page.addInitScript(() => {
    delete window.showSaveFilePicker;
  });
}

describe('Save deals', () => {
  visit('streams the million into a file with the same bytes as the command', async ({ page, address }) => {
    await page.goto(address());
    expect(await page.textContent('#take-plan')).toBe('1,000,000 deals, 52,000,064 bytes');
    expect(await page.textContent('#take-command')).toBe('freecell-deals generate 1..1000000 -o deals.bin');
    await chooseFile(page, 'a');
    await page.click('#generate');
    await eventually(() => page.textContent('#take-answer')).toMatch(
      /^deals\.bin is complete: 52,000,064 bytes in [\d.]+ s, [\d,]+ deals per second\.$/,
    );
    expect(await page.evaluate(() => document.body.dataset.suggested)).toBe('deals.bin');
    expect((await savedFile(page, 'a', HEADER_BYTES)).digest).toBe(MILLION);
    expect(await savedFile(page, 'a')).toEqual(summaryOf(await commandFile({ deals: '1..1000000' })));
  });

  visit(
    'saves the deals that meet a condition, with the same bytes as the command',
    async ({ page, address }) => {
      await page.goto(address());
      await page.fill('#where', "card_0 = '7D' AND pos_AS >= 44");
      expect(await page.textContent('#take-plan')).toBe(
        'the deals for which the condition holds, out of 1,000,000 deals',
      );
      expect(await page.textContent('#take-command')).toBe(
        String.raw`freecell-deals generate 1..1000000 --where 'card_0 = '\''7D'\'' AND pos_AS >= 44' -o deals.bin`,
      );
      await chooseFile(page, 'w');
      await page.click('#generate');
      await eventually(() => page.textContent('#take-answer')).toMatch(/^deals\.bin is complete: /);
      expect(await savedFile(page, 'w')).toEqual(
        summaryOf(await commandFile({ where: "card_0 = '7D' AND pos_AS >= 44" })),
      );
      await page.fill('#where', 'pos_10D < 8');
      await page.click('#generate');
      await eventually(() => page.textContent('#take-answer')).toMatch(/^Nothing is saved: .*pos_TD/);
    },
  );

  visit('shows a command of which a shell runs nothing else', async ({ page, address }) => {
    await page.goto(address());
    for (const where of [
      "card_0 = '$(touch pwned)'",
      '`touch pwned` "$HOME" \\ !!',
      "'; touch pwned; '",
      "''",
    ]) {
      await page.fill('#where', where);
      const line = (await page.textContent('#take-command')) as string;
      const folder = temporaryFolder();
      // instead of the command, a function that prints its arguments
      const script = `freecell-deals() { printf '%s\\n' "$@"; }\n${line}\n`;
      const printed = execFileSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' });
      expect(printed.split('\n')).toEqual([
        'generate',
        '1..1000000',
        '--where',
        where,
        '-o',
        'deals.bin',
        '',
      ]);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  visit('saves only the first N deals, with and without a condition', async ({ page, address }) => {
    await page.goto(address());
    await page.fill('#limit', '1000');
    expect(await page.textContent('#take-plan')).toBe('1,000 deals, 52,064 bytes');
    expect(await page.textContent('#take-command')).toBe(
      'freecell-deals generate 1..1000000 --limit 1000 -o deals.bin',
    );
    for (const where of ['', 'pos_AC < 8']) {
      await page.fill('#where', where);
      await chooseFile(page, 'l');
      await page.click('#generate');
      await eventually(() => page.textContent('#take-answer')).toMatch(/^deals\.bin is complete: /);
      const expected = await commandFile({ ...(where !== '' && { where }), limit: 1000 });
      expect(await savedFile(page, 'l')).toEqual(summaryOf(expected));
    }
    await page.fill('#limit', '0');
    expect(await page.textContent('#take-problem')).toBe(
      '0 is not a number of deals; expected a whole number, 1 or more',
    );
  });

  visit(
    'saves every format with the same bytes as the command, also across regimes',
    async ({ page, address }) => {
      await page.goto(address());
      const offered = await page
        .locator('#format option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
      expect(offered).toEqual(formats.map(({ name }) => name));
      for (const deals of ['617', '2147440000..2147530000', '99990..100010,5,8589934500..8589934591']) {
        for (const format of offered) {
          await page.fill('#deals', deals);
          await page.selectOption('#format', format);
          await chooseFile(page, 'b');
          await page.click('#generate');
          await eventually(() => page.textContent('#take-answer')).toMatch(/ is complete/);
          const name = await page.evaluate(() => document.body.dataset.suggested as string);
          const expected = await commandFile({ deals }, name);
          expect(await savedFile(page, 'b'), `${deals} ${name}`).toEqual(summaryOf(expected));
          expect(await page.textContent('#take-plan')).toContain(
            `, ${expected.length.toLocaleString('en-US')} bytes`,
          );
        }
      }
    },
  );

  visit(
    'downloads the file without File System Access, up to the size that it states',
    async ({ page, address }) => {
      await withoutFileSystemAccess(page);
      await page.goto(address());
      expect(await page.textContent('#take-way')).toBe(
        'This browser downloads the file when it is complete, up to 536.9 MB.',
      );
      const download = page.waitForEvent('download');
      await page.fill('#deals', '1..300000');
      await page.click('#generate');
      const saved = await download;
      const path = join(temporaryFolder(), 'saved');
      await saved.saveAs(path);
      expect(saved.suggestedFilename()).toBe('deals.bin');
      checkSame(readFileSync(path), await commandFile({ deals: '1..300000' }));

      await page.fill('#deals', '1..10324439');
      expect(await page.textContent('#take-problem')).toBe('');
      await page.fill('#deals', '1..10324441');
      expect(await page.textContent('#take-problem')).toMatch(
        /^the file has 536\.9 MB, but this browser can save 536\.9 MB at most/,
      );
      await page.click('#generate');
      expect(await page.textContent('#take-answer')).toMatch(/is complete/); // of the previous file: no new one was begun
    },
  );

  visit('explains wrong deals beside the field', async ({ page, address }) => {
    await page.goto(address());
    for (const [wrong, message] of [
      ['0', 'deal number 0 is outside 1..8589934591'],
      ['1..8589934592', 'deal number 8589934592 is outside'],
      ['5..1', '5..1'],
      ['1..10,5', 'overlap at deal 5'],
      ['abc', "'abc'"],
      ['', 'empty'],
    ] as const) {
      await page.fill('#deals', wrong);
      expect(await page.textContent('#take-problem'), wrong).toContain(message);
      expect(await page.getAttribute('#deals', 'aria-invalid'), wrong).toBe('true');
      expect(await page.textContent('#take-plan'), wrong).toBe('');
    }
    await page.fill('#deals', '1..8589934591');
    expect(await page.textContent('#take-problem')).toBe('');
    expect(await page.textContent('#take-plan')).toBe('8,589,934,591 deals, 446,676,598,796 bytes');
  });

  visit('shows its progress, and leaves no file when it is cancelled', async ({ page, address }) => {
    await page.goto(address());
    await page.fill('#deals', '1..8589934591');
    await chooseFile(page, 'c');
    await page.click('#generate');
    await eventually(() => page.textContent('#take-figures')).toMatch(
      /^[\d,]+ deals, [\d.]+ [MG]B; [\d,]+ deals per second; \d+ min left$/,
    );
    expect(
      await page.locator('#take-progress').evaluate((bar) => (bar as HTMLProgressElement).value),
    ).toBeGreaterThan(0);
    expect(await page.isDisabled('#generate')).toBe(true);
    await page.click('#cancel');
    await eventually(() => page.textContent('#take-answer')).toBe('Cancelled; nothing is saved.');
    expect((await savedFile(page, 'c')).size).toBe(0);
    expect(await page.isDisabled('#generate')).toBe(false);
    expect(await page.isDisabled('#cancel')).toBe(true);
    expect(page.workers()).toEqual([]);

    // the visitor closes the file picker
    await page.evaluate(() => {
      window.showSaveFilePicker = () => Promise.reject(new DOMException('closed', 'AbortError'));
    });
    await page.click('#generate');
    await eventually(() => page.textContent('#take-answer')).toBe('Cancelled; nothing is saved.');
  });

  visit('says why a file cannot be written, and aborts it', async ({ page, address }) => {
    await page.goto(address());
    await page.evaluate(() => {
      window.showSaveFilePicker = async () => {
        let writes = 0;
        return {
          createWritable: async () => ({
            write: async () => {
              if (++writes > 2) throw new DOMException('the disk is full', 'QuotaExceededError');
            },
            abort: async () => {
              document.body.dataset.aborted = 'yes';
            },
          }),
        } as unknown as FileSystemFileHandle;
      };
    });
    await page.click('#generate');
    await eventually(() => page.textContent('#take-answer')).toBe('Nothing is saved: the disk is full');
    expect(await page.evaluate(() => document.body.dataset.aborted)).toBe('yes');
  });

  visit('has at most two chunks per worker in flight before a slow disk', async ({ page, address }) => {
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
          if (message instanceof ArrayBuffer) counts.returned++;
          super.postMessage(message, options as StructuredSerializeOptions);
        }
      };
      window.showSaveFilePicker = async () =>
        ({
          createWritable: async () => ({
            write: async () => {
              await new Promise((resolve) => setTimeout(resolve, 20));
              counts.written++;
            },
            close: async () => {},
          }),
        }) as unknown as FileSystemFileHandle;
    });
    await page.goto(address());
    await page.fill('#deals', '1..4000000');
    await page.click('#generate');
    await eventually(() => page.textContent('#take-answer')).toMatch(/is complete/);
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
