// Portions: the deal numbers of a selection on their way to the chunks, in order. Each knows its position in the selection,
// so that an interrupted run can be resumed there.

import { grouped, InputError, OutputProblem } from '../common/errors.js';
import { countNumbers, type DealNumbers, sliceNumbers } from '../game/deal-numbers.js';
import type { Checksum } from '../selection/checksum.js';
import { type DealSource, untilAborted } from '../selection/deal-source.js';
import { type GatheredNumbers, NumberGatherer } from './number-gatherer.js';

/** How far a selection has been read. */
export interface Position {
  consumed: number; // deals of the selection before it
  checksum: number; // of the numbers before it, where the selection is a list; otherwise 0
}

/** Numbers of a stretch of the selection: all of them, or those that a filter kept. */
export interface Portion extends GatheredNumbers {
  start: Position; // of the stretch
  end: Position;
}

/** Ranges need no checksum: the job's key already determines their numbers. */
const noChecksum: Checksum = { add() {}, value: 0 };

/** Deals of a portion at most, and of the first one, where the next ones are each twice as large as the one before. */
export interface PortionSizes {
  most: number;
  first?: number;
}

/**
 * The portions of a source after `start`, each of `most` deals but the first ones and the last. A list is read from its beginning: an
 * OutputProblem says that it has changed before `start`, an InputError that it has changed since its deals were counted.
 * @param signal ends them with its reason, also where a list never yields another number
 */
export async function* portionsOf(
  source: DealSource,
  start: Position,
  { most, first = most }: PortionSizes,
  signal?: AbortSignal,
): AsyncGenerator<Portion, void, void> {
  const checksum = source.newChecksum?.() ?? noChecksum;
  const isList = source.newChecksum !== undefined;
  const stream = untilAborted(source.numbers(isList ? 0 : start.consumed), signal);
  const numbers = isList ? skipKnown(stream, start, checksum) : stream;
  const gatherer = new NumberGatherer(most);
  let size = first;
  let position: Position = { consumed: start.consumed, checksum: start.checksum }; // and no more of a checkpoint

  function take(): Portion {
    const gathered = gatherer.take();
    const end = { consumed: position.consumed + gathered.deals, checksum: checksum.value };
    const portion = { ...gathered, start: position, end };
    position = end;
    size = Math.min(most, 2 * size);
    return portion;
  }

  for await (const some of numbers) {
    const count = countNumbers(some);
    for (let done = 0; done < count; ) {
      const part = sliceNumbers(some, done, Math.min(count, done + size - gatherer.deals));
      checksum.add(part);
      gatherer.add(part);
      done += countNumbers(part);
      if (gatherer.deals === size) yield take();
    }
  }
  const { count = position.consumed + gatherer.deals } = source;
  if (position.consumed + gatherer.deals !== count) {
    throw new InputError(
      `the list has ${grouped(position.consumed + gatherer.deals)} deals where ${grouped(count)} were counted before; it must not change meanwhile`,
    );
  }
  if (gatherer.deals > 0) yield take();
}

/** The numbers of a list after `start`; those before are added to the checksum, which must then be that of `start`. */
async function* skipKnown(
  numbers: AsyncIterable<DealNumbers>,
  { consumed, checksum }: Position,
  running: Checksum,
): AsyncGenerator<DealNumbers, void, void> {
  let missing = consumed;
  let isChecked = false;

  function check(): void {
    isChecked = true;
    if (missing === 0 && running.value === checksum) return;
    throw new OutputProblem(
      undefined,
      `the list does not begin with the ${grouped(consumed)} deals of the interrupted run; resume it with the same list, or start over with force: true`,
    );
  }

  for await (const some of numbers) {
    const count = countNumbers(some);
    const known = Math.min(missing, count);
    if (known > 0) running.add(sliceNumbers(some, 0, known));
    missing -= known;
    if (missing === 0 && !isChecked) check();
    if (known < count) yield sliceNumbers(some, known, count);
  }
  if (!isChecked) check();
}
