// Answers that need more than one portion of deals from the workers, and deal numbers as people type them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { generate } from '../../src/verbs/generate.js';
import { temporaryFolder } from '../support/command.js';
import { eventually, visit } from './browser.js';

const PORTION = 262_144; // deals per task of a worker, as in site/ask.ts
const grouped = (n: number) => n.toLocaleString('en');

describe('Ask', () => {
  for (const [first, step] of [
    [PORTION - 4, 1], // the first twelve are in two portions
    [PORTION + 1, 1], // the first portion has none
    [PORTION, PORTION], // each portion has one, and all together fewer than twelve
    [PORTION - 500, 1],
  ] as const)
    visit(
      `links to the first twelve deals from ${first} on, in steps of ${step}`,
      async ({ page, address }) => {
        const all = Array.from({ length: 1_000_000 }, (_, i) => i + 1).filter(
          (n) => n >= first && (n - first) % step === 0,
        );
        await page.goto(address());
        await page.fill('#condition', `deal >= ${first} AND (deal - ${first}) % ${step} = 0`);
        await page.click('#ask-start');
        const shown = `${all.slice(0, 12).map(grouped).join(', ')}${all.length > 12 ? ', …' : ''}`;
        await eventually(() => page.textContent('#ask-answer')).toBe(
          `${grouped(all.length)} of 1,000,000 deals: ${shown}`,
        );
      },
    );
});

describe('Save deals', () => {
  for (const [limit, where] of [
    [1000, `deal > ${PORTION - 600}`], // reached in the second portion
    [600, `deal > ${PORTION - 600}`], // reached at the end of the first portion
    [601, `deal > ${PORTION - 600}`],
    [3, `deal % ${PORTION} = 1`], // reached in the third portion
  ] as const)
    visit(
      `saves the first ${limit} deals for which ${where}, over several portions`,
      async ({ page, address }) => {
        await page.addInitScript(() => {
          delete window.showSaveFilePicker; // so that the page downloads the file
        });
        await page.goto(address());
        await page.fill('#where', where);
        await page.fill('#limit', String(limit));
        const download = page.waitForEvent('download');
        await page.click('#generate');
        const folder = temporaryFolder();
        await (await download).saveAs(join(folder, 'saved'));
        await generate({ where, limit, output: join(folder, 'deals.bin'), threads: 1 });
        expect(readFileSync(join(folder, 'saved')).equals(readFileSync(join(folder, 'deals.bin')))).toBe(
          true,
        );
      },
    );
});

describe('The number field', () => {
  visit(
    'takes digits grouped by commas, points, apostrophes and blanks of any width',
    async ({ page, address }) => {
      await page.goto(address());
      for (const [i, separator] of [',', '.', "'", ' ', '\u00a0', '\u202f'].entries()) {
        const number = 1_234_560 + i;
        await page.fill('#number', String(number).replace(/\B(?=(\d{3})+$)/g, separator));
        await page.press('#number', 'Enter');
        await eventually(() => new URL(page.url()).searchParams.get('deal')).toBe(String(number));
      }
    },
  );
});
