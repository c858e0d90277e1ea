// The page's entry. Starts the parts of the page, the board first.

import { startAsk } from './ask.js';
import { loadData, whenIdle } from './data.js';
import { startDeal } from './deal.js';
import { element, make } from './dom.js';
import { startFind } from './find.js';
import { startPictures } from './pictures.js';
import { startRace } from './race.js';
import { startTake } from './take.js';

// a host may ask for Trusted Types, without which the browser refuses the drawing and the workers
const same = (text: string) => text;
Reflect.get(window, 'trustedTypes')?.createPolicy('default', { createHTML: same, createScriptURL: same });

startDeal();
startFind();
startTake();
startRace();
startPictures();
startAsk();

const { serviceWorker } = navigator;

// a new version of the page takes over, whose files are not those that this page loads later
let isControlled = Boolean(serviceWorker?.controller);
serviceWorker?.addEventListener('controllerchange', () => {
  const reload = make('button', { type: 'button', onclick: () => location.reload() }, 'Reload');
  if (isControlled) element('new-version').replaceChildren('This page has a new version. ', reload);
  isControlled = true; // the first one has the version of the page
});

/** Has a service worker store the page, and ask for a new version whenever the visitor comes back to the page. */
async function storePage(): Promise<void> {
  await serviceWorker.register('./service-worker.js');
  const registration = await serviceWorker.ready;
  addEventListener('focus', () => registration.update().catch(() => {})); // without a network
}

// The page also works without them: each part that needs the data says what is wrong.
whenIdle(() => {
  loadData()
    .catch(() => {})
    .then(storePage) // the data are in the browser's cache by then
    .catch(() => {});
});
