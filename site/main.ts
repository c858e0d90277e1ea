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

/** Loads the data, and then has the service worker store them: what needs them works offline from then on. */
async function storeData(): Promise<void> {
  await loadData();
  const { active } = await serviceWorker.ready;
  active?.postMessage('store the data');
}

whenIdle(() => storeData().catch(() => {})); // each part of the page that needs the data says so if they are missing

// The page also works without a service worker, so a refusal is no error.
serviceWorker?.register('./service-worker.js').catch(() => {});
