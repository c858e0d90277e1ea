// The API documentation, which TypeDoc builds from the doc comments. Any warning, such as an export without a comment, fails the
// build in setup.ts.

import { describe, expect } from 'vitest';
import * as browser from '../../dist/browser.js';
import * as library from '../../dist/index.js';
import * as inline from '../../dist/inline.js';
import { faultsOf, visit } from './browser.js';

describe('The API documentation', () => {
  visit('is linked from the page, and contains every export of the library', async ({ page, address }) => {
    await page.click('text=API documentation');
    await page.waitForURL('**/api/index.html');
    for (const [entry, exported] of Object.entries({ '': library, _browser: browser, _inline: inline })) {
      await page.goto(address(`api/modules/freecell-deals${entry}.html`));
      const names = await page.locator('dt a, .tsd-member-summary-name a').allTextContents();
      const text = names.join(' ');
      for (const name of Object.keys(exported)) expect(text).toContain(name);
    }
  });

  visit('has no accessibility violation, light and dark', async ({ page, address }) => {
    for (const path of [
      'index',
      'functions/freecell-deals.generate',
      'interfaces/freecell-deals.Selection',
    ]) {
      await page.goto(address(`api/${path}.html`));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect({ path, faults: await faultsOf(page) }).toEqual({ path, faults: [] });
      }
    }
  });
});
