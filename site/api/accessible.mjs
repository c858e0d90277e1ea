// Changes TypeDoc's pages for screen readers: adds landmarks, closes gaps between heading levels, and removes links from the
// summary that opens a section. The version of TypeDoc is pinned, and axe checks the result (test/site/api.test.ts).

import { PageEvent } from 'typedoc';

const LANDMARKS = [
  [/<div class="col-content">/, '<main class="col-content">'],
  [/<\/div>\s*<div class="col-sidebar">/, '</main><aside class="col-sidebar" aria-label="Contents">'],
  [/(<\/nav><\/div>)<\/div>(<\/div>\s*<footer>)/, '$1</aside>$2'],
];

export function load({ renderer, logger }) {
  renderer.on(PageEvent.END, (page) => {
    for (const [found, landmark] of LANDMARKS) {
      if (!found.test(page.contents)) logger.error(`${page.url} has nothing like ${found}`);
      page.contents = page.contents.replace(found, landmark);
    }
    page.contents = page.contents.replace(/<summary.*?<\/summary>/gs, (summary) =>
      summary.replace(/<a [^>]*aria-label="Permalink".*?<\/a>/s, ''),
    );
    let above = 0; // level of the previous heading
    page.contents = page.contents.replace(/<h([1-6])/g, (heading, level) => {
      above = Math.min(Number(level), above + 1);
      return above < Number(level) ? `${heading} aria-level="${above}"` : heading;
    });
  });
}
