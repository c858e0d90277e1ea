import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { start } from './command.js';

const PATIENT = {
  NODE_OPTIONS: `--require ${fileURLToPath(new URL('patient.cjs', import.meta.url))}`,
};

interface Stopped {
  /** exit status, or the signal that ended the process */
  status: number | NodeJS.Signals;
  stdout: Buffer;
  stderr: string;
}

/**
 * Starts the command, and sends it a signal as soon as `begun` resolves.
 * It has as long as it needs to end by itself.
 */
export async function stopWhen(
  begun: () => Promise<unknown>,
  args: string[],
  folder: string,
  { signal = 'SIGINT', env = {} }: { signal?: NodeJS.Signals; env?: Record<string, string> } = {},
): Promise<Stopped> {
  const child = start(args, folder, { ...PATIENT, ...env });
  const printed = [child.stdout.toArray(), child.stderr.toArray()];
  const ended = once(child, 'close');
  await Promise.race([begun(), ended]);
  child.kill(signal);
  const [status, killed] = await ended;
  const [stdout, stderr] = (await Promise.all(printed)).map((parts) => Buffer.concat(parts));
  return { status: status ?? killed, stdout, stderr: stderr.toString() };
}
