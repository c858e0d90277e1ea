// Numbers, times and messages as the page writes them.

/** Formats a whole number with commas: 8,589,934,591. */
export function grouped(n: number): string {
  return n.toLocaleString('en-US');
}

/** Formats a time: 0.31 s, 12 s, 3 min. */
export function secondsOf(ms: number): string {
  if (ms >= 100_000) return `${Math.round(ms / 60_000)} min`;
  return `${ms < 10_000 ? (ms / 1000).toPrecision(2) : Math.round(ms / 1000)} s`;
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Joins a message, which may end without a full stop, and a sentence, which may be empty. */
export function followed(message: string, sentence: string): string {
  return sentence === '' ? message : `${message.replace(/\.?$/, '.')} ${sentence}`;
}

/** Formats a share: 0.3 %, 61 %. */
export function percentOf(share: number): string {
  return `${share < 0.1 ? (100 * share).toFixed(1) : Math.round(100 * share)} %`;
}
