import { expect, it, vi } from 'vitest';
import { lookUp } from '../../src/engine/embedded.js';

it('looking a deal up loads the data once, and again only after a failure', async () => {
  const load = vi.fn(async () => 7).mockRejectedValueOnce(new Error('offline'));
  const find = lookUp(load, (data, n) => data + n);
  await expect(find(1)).rejects.toThrow('offline');
  expect(await Promise.all([find(1), find(2)])).toEqual([8, 9]);
  expect(await find(3)).toBe(10);
  expect(load).toHaveBeenCalledTimes(2);
});
