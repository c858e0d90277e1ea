// Changes of StrykerJS that make no difference to what the code does, each with the reason; npm run mutate -- FOLDER leaves them
// out of its score.

export interface Harmless {
  file: string; // in src/
  from: string;
  to: string;
  why: string;
}

const STRYKER = '"Stryker was here!"'; // what it puts in the place of an empty string

export const harmlessMutants: readonly Harmless[] = [
  { file: 'common/errors.ts', from: "''", to: STRYKER, why: 'no system error has that code, either' },
  {
    file: 'common/errors.ts',
    from: '/\\bthe option (\\w+)/g',
    to: '/\\bthe option (\\w)/g',
    why: 'the rest of the name stays where it is',
  },
];
