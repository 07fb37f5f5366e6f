import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getDiscrepancyAge, discrepancyAges, getOpeningInterval } from './discrepancy-ages.ts';
import { dayMs } from '#core/day.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();

test.each([
  [-1, 'under1'],
  [0, 'under1'],
  [0.99, 'under1'],
  [1, 'under3'],
  [2.99, 'under3'],
  [3, 'under7'],
  [7, 'older'],
  [400, 'older'],
])('opened %d days ago: %s', (days, age) => {
  expect(getDiscrepancyAge(daysAgo(days), now.getTime())).toBe(age);
});

test('assigns each instant to exactly one age, by interval and by lookup', () => {
  fc.assert(
    fc.property(fc.integer({ min: -dayMs, max: 40 * dayMs }), (ms) => {
      const openedAt = new Date(now.getTime() - ms).toISOString();
      const matchingAges = discrepancyAges.filter((age) => {
        const { after, upTo } = getOpeningInterval(age, now);
        return (after === null || openedAt > after) && (upTo === null || openedAt <= upTo);
      });
      expect(matchingAges).toEqual([getDiscrepancyAge(openedAt, now.getTime())]);
    }),
    { numRuns: 300 },
  );
});
