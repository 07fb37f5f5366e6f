import { expect, it } from 'vitest';
import { amountChange, shareChange } from './change.ts';
import { dashboardMessages } from './messages.ts';

const t = dashboardMessages.en.change;

it.each([
  [150, 100, 'up', 'bad', '50% more than in the 30 days before'],
  [75, 100, 'down', 'good', '25% less than in the 30 days before'],
  [100, 100, 'same', 'neutral', 'As in the 30 days before'],
  [5, 0, 'same', 'neutral', 'Nothing to compare with in the 30 days before'],
  [null, 5, 'same', 'neutral', 'Nothing to compare with in the 30 days before'],
])('an amount of %s after %s', (now, before, direction, tone, text) => {
  expect(amountChange({ now, before, days: 30, good: 'down' }, t)).toEqual({ direction, tone, text });
});

it.each([
  [0.975, 0.95, 'up', 'good', '2.5 points more than in the day before'],
  [0.9, 0.95, 'down', 'bad', '5 points less than in the day before'],
  [0.9501, 0.95, 'same', 'neutral', 'As in the day before'],
  [0.9, null, 'same', 'neutral', 'Nothing to compare with in the day before'],
])('a share of %s after %s', (now, before, direction, tone, text) => {
  expect(shareChange({ now, before, days: 1, good: 'up' }, t)).toEqual({ direction, tone, text });
});
