// Items that are worked on at the same time, and that are yielded in order with their results.

/** Work that has begun, such as an item and its task. */
export interface Running<W, R> {
  work: W;
  result: Promise<R>;
  settled: Promise<void>; // resolves when the result is there, or an error in its place
  isDone: boolean;
}

/** Marks the rejection of a result as handled: inOrder rethrows it when its turn comes. */
export function runningOf<W, R>(work: W, result: Promise<R>): Running<W, R> {
  const settle = () => {
    running.isDone = true;
  };
  const running: Running<W, R> = { work, result, settled: result.then(settle, settle), isDone: false };
  return running;
}

export interface InOrder<I, W, R> {
  /** Whether another item may start beside the work that is running. Asked again when the first of it is done. */
  hasRoom(running: readonly Running<W, R>[]): boolean;
  start(item: I): Running<W, R> | Promise<Running<W, R>>;
  /** Waits for a turn of the event loop. */
  turn(): Promise<unknown>;
  /** Waits for the work that is running when the iteration ends early; default: not at all. */
  finish?(running: readonly Running<W, R>[]): Promise<unknown> | undefined;
}

/** Starts items as far as there is room, and yields the work on each with its result, in order. */
export async function* inOrder<I, W, R>(
  items: AsyncIterable<I> | Iterable<I>,
  { hasRoom, start, turn, finish }: InOrder<I, W, R>,
): AsyncGenerator<W & { result: R }, void, void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const running: Running<W, R>[] = [];
  let next: Promise<IteratorResult<I, void>> | undefined; // the item that was asked for
  let isExhausted = false;
  try {
    for (;;) {
      while (!isExhausted && hasRoom(running)) {
        next ??= Promise.resolve(source.next());
        const step = await firstOf(next, running[0], turn);
        if (step === undefined) break;
        next = undefined;
        if (step.done === true) isExhausted = true;
        else running.push(await start(step.value));
      }
      const [head] = running;
      if (head !== undefined) {
        const result = await head.result;
        running.shift();
        yield { ...head.work, result };
      } else if (isExhausted) return;
      else await turn(); // others have all the room there is
    }
  } finally {
    await finish?.(running);
    await endSource(source, next !== undefined);
  }
}

/** Ends a source early. It waits for the end, unless the source still waits for its next item and does not end before that. */
export async function endSource(
  source: AsyncIterator<unknown> | Iterator<unknown>,
  isWaiting: boolean,
): Promise<void> {
  const ended = Promise.resolve(source.return?.());
  if (isWaiting) ended.catch(() => {});
  else await ended;
}

/**
 * Returns the next item, or undefined if the head of the queue is done before the item comes.
 * Results go on while a source waits for standard input or for a filter. The source gets one turn of the event loop in any
 * case: otherwise a head that is done would keep the workers from getting more tasks.
 */
async function firstOf<N>(
  next: Promise<N>,
  head: Running<unknown, unknown> | undefined,
  turn: () => Promise<unknown>,
): Promise<N | undefined> {
  if (head === undefined) return next;
  return Promise.race([next, head.settled.then(turn).then(() => undefined)]);
}
