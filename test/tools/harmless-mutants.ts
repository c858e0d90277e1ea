// Changes of StrykerJS that make no difference to what the code does, each with the reason; npm run mutate -- FOLDER leaves them
// out of its score.

export interface Harmless {
  file: string; // in src/
  from: string;
  to: string;
  why: string;
}

export const harmlessMutants: readonly Harmless[] = [];
