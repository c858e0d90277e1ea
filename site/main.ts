// The page's entry. Starts the parts of the page, the board first.

import { startAsk } from './ask.js';
import { startDeal } from './deal.js';
import { startFind } from './find.js';
import { startRace } from './race.js';
import { startTake } from './take.js';

startDeal();
startFind();
startAsk();
startRace();
startTake();

// The page also works without a service worker, so a refusal is no error.
navigator.serviceWorker?.register('./service-worker.js').catch(() => {});
