import { expect, test } from 'vitest';
import { canPrefetch } from './prefetch-menu.ts';

test('prefetches nothing with a data saver or on a slow connection', () => {
  expect(canPrefetch(undefined)).toBe(true);
  expect(canPrefetch({ saveData: false, effectiveType: '4g' })).toBe(true);
  expect(canPrefetch({ saveData: true, effectiveType: '4g' })).toBe(false);
  for (const effectiveType of ['slow-2g', '2g', '3g']) expect(canPrefetch({ effectiveType })).toBe(false);
});
