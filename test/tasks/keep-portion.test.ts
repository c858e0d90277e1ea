import { expect, it } from 'vitest';
import { referenceEngine } from '../../src/engine/reference.js';
import { matchPortion } from '../../src/tasks/keep-portion.js';

it('the numbers that a condition keeps stay as they are while the next portion is matched', () => {
  const match = (first: number) => {
    const numbers = [{ first, last: first + 999 }];
    return matchPortion(referenceEngine, { kind: 'match', numbers, bytes: 0, where: "card_0 = 'AC'" }).kept;
  };
  const kept = match(1) as Float64Array;
  const before = [...kept];
  match(1001);
  expect([...kept]).toEqual(before);
});
