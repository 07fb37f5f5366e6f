import { expect, test } from 'vitest';
import { mayFetchAhead } from './load-menu-ahead.ts';

test('nothing is fetched ahead with a data saver or on a slow line', () => {
  expect(mayFetchAhead(undefined)).toBe(true);
  expect(mayFetchAhead({ saveData: false, effectiveType: '4g' })).toBe(true);
  expect(mayFetchAhead({ saveData: true, effectiveType: '4g' })).toBe(false);
  for (const effectiveType of ['slow-2g', '2g', '3g']) expect(mayFetchAhead({ effectiveType })).toBe(false);
});
