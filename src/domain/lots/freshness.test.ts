import { expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';

it.each([
  ['2026-03-01', 'expired', -3],
  ['2026-03-03', 'expired', -1],
  // Good through its day.
  ['2026-03-04', 'soon', 0],
  ['2026-03-11', 'soon', 7],
  ['2026-03-12', 'good', 8],
  // Over the night on which clocks go forward.
  ['2026-03-30', 'good', 26],
  ['2027-03-04', 'good', 365],
])('a lot that is good until %s is %s on 4 March 2026, with %i days left', (expiry, state, daysLeft) => {
  expect(freshnessOf(expiry, '2026-03-04')).toEqual({ state, daysLeft });
});

it.each([null, '', 'soon'])('a lot that expires %j has nothing to say', (expiry) => {
  expect(freshnessOf(expiry, '2026-03-04')).toBeNull();
});
