// Digests, by which a resumed run notices another filter or another list to exclude.

/** Hexadecimal digits of a digest: 128 bits, because 32 bits of CRC would make two of some thousand lists equal. */
const DIGITS = 32;

/** The start of the SHA-256 of all parts together. node:crypto takes 2 ms to load, so it is loaded here. */
export function digestOf(...parts: readonly (string | Uint8Array | Uint32Array)[]): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, DIGITS);
}
