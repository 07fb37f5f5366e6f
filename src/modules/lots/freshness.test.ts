import { expect, it } from 'vitest';
import { getFreshness } from './freshness.ts';

it.each([
  ['2026-03-01', 'expired', -3],
  ['2026-03-03', 'expired', -1],
  // A lot can be used through its expiry date.
  ['2026-03-04', 'soon', 0],
  ['2026-03-11', 'soon', 7],
  ['2026-03-12', 'good', 8],
  // Spans the start of daylight saving time.
  ['2026-03-30', 'good', 26],
  ['2027-03-04', 'good', 365],
])('a lot that expires on %s is %s on 4 March 2026, with %i days left', (expiry, state, daysLeft) => {
  expect(getFreshness(expiry, '2026-03-04')).toEqual({ state, daysLeft });
});

it.each([null, '', 'soon'])('a lot with expiry %j has no freshness', (expiry) => {
  expect(getFreshness(expiry, '2026-03-04')).toBeNull();
});
