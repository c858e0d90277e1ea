// What the long runs of the page's sections share: their progress, and that the race runs alone.

import { describe, expect } from 'vitest';
import { eventually, visit } from './browser.js';

describe('Runs', () => {
  visit('show the share that is done, and how long the rest takes at the same speed', async (visit) => {
    const { page, says } = visit;
    await page.fill('#ask-within', '1..8589934591');
    await page.fill('#condition', 'pos_AC + pos_AD = 0'); // which no deal meets
    const started = await page.evaluate(() => {
      performance.now = () => 1000;
      document.querySelector<HTMLElement>('#ask-start')?.click();
      performance.now = () => 21_000; // whenever it reports, it has run for 20 s
      return document.querySelector<HTMLProgressElement>('#ask-progress')?.value;
    });
    expect(started).toBe(0);
    await says('ask-figures', / left$/);
    const done = await page.locator('#ask-progress').evaluate((bar) => (bar as HTMLProgressElement).value);
    const minutes = Math.round(((1 / done - 1) * 20) / 60);
    expect(await visit.text('ask-figures')).toBe(
      `${Math.floor(100 * done)} % of 8,589,934,591 deals checked, 0 found; ${minutes} min left`,
    );
    await page.click('#ask-stop');
    await says('ask-figures', /^[\d,]+ deals checked in 20 s$/);
    expect(await page.isEnabled('#ask-start')).toBe(true);
  });

  visit('are refused during the race, which waits until all others have ended', async (visit) => {
    const { page, says, text } = visit;
    // without scrolling, which brings the pictures into view
    const click = (id: string) => page.evaluate((id) => document.getElementById(id)?.click(), id);
    await page.fill('#ask-within', '1..8589934591');
    await click('ask-start');
    await click('race-start');
    await page.waitForTimeout(300); // longer than it takes to look at the other sections again
    expect(await text('race-answer')).toBe('Waiting for the other sections to end …');
    await click('ask-stop');
    await says('race-answer', /^Dealing|^Round/);
    await page.evaluate(() => {
      window.showSaveFilePicker = () => Promise.reject(new Error('it asks for a file'));
    });
    await click('generate');
    const refusal = 'the race has to be alone; wait until it ends, or stop it';
    await says('take-answer', `Nothing is saved: ${refusal}`);
    await page.locator('#cells-bars').scrollIntoViewIfNeeded();
    await says('pictures-answer', refusal);
    await click('race-stop');
    await says('race-answer', 'Stopped.');
    await eventually(() => page.workers()).toEqual([]);
    await page.locator('h1').scrollIntoViewIfNeeded();
    await page.locator('#cells-bars').scrollIntoViewIfNeeded();
    await says('pictures-answer', '');
    expect(await page.textContent('#cells-bars .figure')).toBe('2,174');
    // which have ended, so that the race does not wait
    await click('race-start');
    await says('race-answer', /^Dealing|^Round/);
    await click('race-stop');
  });
});
