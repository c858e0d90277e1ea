// Streams that may pause or never end: their items until a signal aborts.

/** Time after which PAUSE follows an item, ms. */
const PATIENCE = 50;

/** Stands between the items of a stream that pauses. */
export const PAUSE = Symbol('pause');

/**
 * Yields the items of a stream, and PAUSE at times, so that the items before need not wait for the items after.
 * Throws the reason of `signal` when it aborts, even if the stream never yields again.
 */
export async function* untilAborted<T>(
  stream: Iterable<T> | AsyncIterable<T>,
  signal?: AbortSignal,
): AsyncGenerator<T | typeof PAUSE, void, void> {
  signal?.throwIfAborted();
  if (!(Symbol.asyncIterator in stream)) return yield* stream;
  const source = stream[Symbol.asyncIterator]();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
  });
  signal?.addEventListener('abort', abort);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause: Promise<typeof PAUSE> | undefined; // armed only after an item, so an idle stream lets the process exit
  let next: Promise<IteratorResult<T, unknown>> | undefined;
  try {
    for (;;) {
      next ??= Promise.resolve(source.next());
      const step = await Promise.race(pause === undefined ? [next, aborted] : [next, pause, aborted]);
      if (step === PAUSE) {
        pause = undefined;
        yield PAUSE;
        continue;
      }
      next = undefined;
      if (step.done === true) return;
      pause ??= new Promise((resolve) => {
        timer = setTimeout(() => resolve(PAUSE), PATIENCE);
      });
      yield step.value;
      signal?.throwIfAborted();
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await endSource(source, next !== undefined);
  }
}

/**
 * Ends a source early. It waits for the end, unless the source still waits for its next item and does not end before
 * that.
 */
export async function endSource(source: { return?(): unknown }, isWaiting: boolean): Promise<void> {
  const ended = Promise.resolve(source.return?.());
  if (isWaiting) ended.catch(() => {});
  else await ended;
}
