// The page's entry. Starts the parts of the page, the board first.

import { startAsk } from './ask.js';
import { startDeal } from './deal.js';
import { element, make } from './dom.js';
import { startFind } from './find.js';
import { startRace } from './race.js';
import { startTake } from './take.js';

startDeal();
startFind();
startAsk();
startRace();
startTake();

// a new version of the page takes over, whose files are not those that this page loads later
if (navigator.serviceWorker?.controller) {
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const reload = make('button', { type: 'button' }, 'Reload');
    reload.addEventListener('click', () => location.reload());
    element('new-version').replaceChildren('This page has a new version. ', reload);
  });
}

// The page also works without a service worker, so a refusal is no error.
navigator.serviceWorker?.register('./service-worker.js').catch(() => {});
