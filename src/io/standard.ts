// The standard streams.

/** Descriptors of the standard streams. A program that calls `main` may pass others. */
export const standard = { input: 0, output: 1, error: 2 };
