// The page's entry: the board first, then the rest.

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

// Not needed to use the page, so a browser that refuses it goes without.
navigator.serviceWorker?.register('./service-worker.js').catch(() => {});
