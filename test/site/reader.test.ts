// What a screen reader and a phone's keyboard are told of the page.
// After a change that is meant, run `npm run vitest -- --project site test/site/reader.test.ts -u`, and review the difference.

import { describe, expect } from 'vitest';
import { visit } from './browser.js';

describe('The page for a screen reader', () => {
  visit('has the same names, texts and states for a screen reader, and the same fields', async (visit) => {
    const { page, says } = visit;
    await says('announced', /can be won/);
    const fields = await page.locator('input, textarea, select, fieldset').evaluateAll((all) =>
      all.map((field) => {
        const { id, inputMode, enterKeyHint, spellcheck, autocapitalize } = field as HTMLInputElement;
        const described = field.ariaDescribedByElements?.map(({ textContent }) => textContent.trim()) ?? [];
        return JSON.stringify([id, inputMode, enterKeyHint, spellcheck, autocapitalize, ...described]);
      }),
    );
    const all = await page.locator('body').ariaSnapshot();
    // the cards of the deck and the figures of the tables are alike
    const read = all.replace(
      /^ +- (button "\w+ of \w+"|cell.*|row .*|rowheader .*|rowgroup:|listitem)\n/gm,
      '',
    );
    await expect(`${[read, ...fields].join('\n')}\n`).toMatchFileSnapshot('../golden/page/reader.txt');
  });
});
