import { expect } from 'vitest';

/**
 * Fails unless a call throws, or a promise rejects with, an error of a class and with a message in one line.
 * @param message a part of the message, or a pattern
 */
export async function checkFailure(
  work: Promise<unknown> | (() => unknown),
  type: new (...args: never[]) => Error,
  message: string | RegExp,
): Promise<void> {
  const run = async () => (typeof work === 'function' ? work() : work);
  const failure: unknown = await run().catch((error) => error);
  expect(failure).toBeInstanceOf(type);
  expect((failure as Error).message).not.toContain('\n');
  expect((failure as Error).message).toEqual(
    typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
  );
}
