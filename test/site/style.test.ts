// What page.css changes with the medium, as styles of the page's elements: with problems, in forced colours, on screens of every width,
// and on paper. And what a screen reader and a phone's keyboard are told of the page.
// After a change that is meant, run `npm run vitest -- --project site test/site/style.test.ts -u`, and review the difference.

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visit } from './browser.js';

/** The styles of an element, by property. */
type Style = Record<string, string>;

/** Returns the styles that page.css can set and that are not initial, by the element; elements of one name and class are one. */
function stylesOn(page: Page): Promise<Record<string, Style>> {
  return page.evaluate(() => {
    const nameOf = (at: Element) => {
      const { localName, id, classList, ariaPressed } = at;
      const place = at.closest('.race') === null ? '' : ((at as HTMLTableCellElement).cellIndex ?? '');
      const classes = Array.from(classList, (name) => `.${name}`);
      return [localName, place, id && `#${id}`, ...classes, ariaPressed === 'true' && '[pressed]']
        .filter(Boolean)
        .join('');
    };
    const [sheet] = document.styleSheets as unknown as [CSSStyleSheet];
    const declared = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...((rule as CSSStyleRule).style ?? []),
        ...declared((rule as CSSGroupingRule).cssRules ?? []),
      ]);
    const keys = [...new Set(declared(sheet.cssRules))].filter((key) => !key.startsWith('--light'));
    const valuesOf = (at: Element) => {
      const map = at.computedStyleMap();
      return new Map(keys.map((key) => [key, String(map.get(key))]));
    };
    const byName = new Map<string, Element>();
    for (const at of document.querySelectorAll('html, body, body :not(svg * *, option)')) {
      const around = [at.closest('table'), at.closest('thead, tbody'), at.parentElement, at];
      const name = [...new Set(around)].flatMap((one) => (one === null ? [] : nameOf(one))).join(' > ');
      if (!byName.has(name)) byName.set(name, at);
    }
    // box-sizing is not, but every element has the same
    const inherited =
      /^(box-sizing|--|(accent-|caret-)?color|cursor|fill|font|letter|line-height|list|overflow-wrap|text|white)/;
    const all = [...byName.values()];
    const styles = all.map(valuesOf);
    const above = all.map(({ parentElement: parent }) => {
      const i = all.indexOf(parent as Element);
      return i < 0 && parent !== null ? valuesOf(parent) : styles[i];
    });
    const bare = document.documentElement.appendChild(document.createElement('x-bare'));
    bare.style.all = 'initial';
    const initial = valuesOf(bare);
    bare.remove();
    const found: Record<string, Record<string, string>> = {};
    for (const [i, name] of [...byName.keys()].entries()) {
      const own = styles[i] as Map<string, string>;
      const isInherited = (key: string) => inherited.test(key) && own.get(key) === above[i]?.get(key);
      const isCurrent = (key: string) =>
        key.endsWith('color') && key !== 'color' && own.get(key) === own.get('color');
      const changed = [...own].filter(
        ([key, value]) => value !== initial.get(key) && !isInherited(key) && !isCurrent(key),
      );
      // the four sides or corners in one
      const groups: Record<string, (typeof changed)[number][]> = {};
      for (const one of changed) {
        const group = one[0].replace(/-(top|right|bottom|left)/g, '');
        groups[group] = [...(groups[group] ?? []), one];
      }
      const together = Object.entries(groups).flatMap(([key, sides]) => {
        const values = new Set(sides.map(([, value]) => value));
        return sides.length === 4 && values.size === 1 ? [[key, ...values]] : sides;
      });
      found[name] = Object.fromEntries(together);
    }
    return found;
  });
}

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;
/** A change of the page, which remains, or a medium for once. */
type Step = [name: string, change: ((page: Page) => Promise<unknown>) | Media];

const SCREEN: Media = {
  media: 'screen',
  colorScheme: 'light',
  forcedColors: 'none',
  reducedMotion: 'no-preference',
};

const wide = (width: number): Step => [
  `${width} pixels wide`,
  (page) => page.setViewportSize({ width, height: 900 }),
];

const STEPS: Step[] = [
  wide(992),
  [
    'with problems, choices and answers',
    async (page) => {
      for (const [id, text] of Object.entries({ number: '0', pasted: 'JC 2D', deals: 'abc', condition: 'x' }))
        await page.fill(`#${id}`, text);
      await page.click('#ask-start');
      await page.mouse.move(0, 0); // a field that gets the focus later scrolls the page
      await page.locator('#row-answer a').first().waitFor();
      await page.evaluate(() => {
        document.querySelector('#new-version')?.append('new');
        document.querySelector('#ask-onward')?.removeAttribute('hidden');
        document.querySelector('#row-answer')?.append(document.createElement('p'));
      });
    },
  ],
  ['in forced colours', { forcedColors: 'active' }],
  [
    'with the focus on the link to the deal',
    async (page) => {
      await page.focus('#deals'); // from a field, the focus is shown
      await page.focus('.skip');
    },
  ],
  ['with the focus in the stepper', (page) => page.focus('#number')],
  ...['#today', '#ask-stop', 'nav a'].map(
    (name): Step => [`pointing at ${name}`, (page) => page.hover(name)],
  ),
  // before the layout changes: an element that moves away or is hidden loses pointer and focus at some later time
  [
    'with neither pointer nor focus',
    async (page) => {
      await page.mouse.move(0, 0);
      await page.locator('#number').blur();
    },
  ],
  ...[991, 833, 832, 641].map(wide),
  ['on paper', { media: 'print', colorScheme: 'dark' }],
  wide(640),
];

describe('The style of the page', () => {
  visit(
    'changes alike with problems, forced colours, the width of the screen, and on paper',
    async (visit) => {
      const { page, address, says } = visit;
      await page.goto(address('?deal=11982'));
      await says('verdict', /cannot/);
      const lines: string[] = [];
      let before: Record<string, Style> = {};
      for (const [name, change] of STEPS) {
        if (typeof change === 'function') await change(page);
        else await page.emulateMedia(change);
        const styles = await stylesOn(page);
        lines.push(`\n${name}`);
        for (const [element, now] of Object.entries(styles)) {
          const old = before[element];
          if (old === undefined) continue; // page.css says how it looks at first
          const changed = Object.entries(now).filter(([key, value]) => old[key] !== value);
          const gone = Object.keys(old).filter((key) => !(key in now));
          const all = [
            ...changed.map(([key, value]) => `${key}: ${value}`),
            ...gone.map((key) => `no ${key}`),
          ];
          if (all.length > 0) lines.push(`${element} { ${all.join('; ')} }`);
        }
        if (typeof change === 'function') before = styles;
        else await page.emulateMedia(SCREEN);
      }
      await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('../golden/page/styles.txt');
    },
  );

  visit('has the same names, texts and states for a screen reader, and the same fields', async (visit) => {
    const { page, says } = visit;
    await says('verdict', /can be won/);
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
    const values = page.locator('#within option, #ask-within option').evaluateAll((all) =>
      all.map((option) => {
        const last = option.textContent.replaceAll(',', '').match(/\d+$/)?.[0];
        return [(option as HTMLOptionElement).value, `1..${last}`];
      }),
    );
    for (const [value, said] of await values) expect(value).toBe(said);
  });
});
