import { expect, it, test } from 'vitest';
import { arabic } from './messages.ar.ts';
import { dashboardMessages } from './messages.ts';
import {
  describeAmountChange,
  getGoalTone,
  limitTone,
  listValuesByDay,
  rankWorstFirst,
  describeShareChange,
} from './totals.ts';

const rows = [
  { day: '2026-03-01', orders: 2, lines: 10, linesComplete: 10 },
  { day: '2026-03-03', orders: 1, lines: 30, linesComplete: 20 },
  { day: '2026-03-04', orders: 5, lines: 0, linesComplete: 0 },
];

test('counts a day without a row as 0', () => {
  expect(listValuesByDay(rows, ['2026-03-01', '2026-03-02', '2026-03-03'], (row) => row.orders)).toEqual([
    2, 0, 1,
  ]);
});

const t = dashboardMessages.en.change;

it.each([
  [150, 100, 'up', 'bad', '+50% vs. previous 30 days'],
  [75, 100, 'down', 'good', '−25% vs. previous 30 days'],
  [100, 100, 'same', 'neutral', 'Same as previous 30 days'],
  [5, 0, 'same', 'neutral', 'No data for previous 30 days'],
  [null, 5, 'same', 'neutral', 'No data for previous 30 days'],
  // The previous value is negative.
  [50, -100, 'up', 'bad', '+150% vs. previous 30 days'],
  [-150, -100, 'down', 'good', '−50% vs. previous 30 days'],
])('compares an amount of %s with a previous %s', (current, previous, direction, tone, text) => {
  expect(describeAmountChange({ current, previous, days: 30, goodDirection: 'down' }, t)).toEqual({
    direction,
    tone,
    text,
  });
});

it.each([
  [0.975, 0.95, 'up', 'good', '+2.5 points vs. previous day'],
  [0.9, 0.95, 'down', 'bad', '−5 points vs. previous day'],
  [0.96, 0.95, 'up', 'good', '+1 point vs. previous day'],
  [0.9501, 0.95, 'same', 'neutral', 'Same as previous day'],
  [0.9, null, 'same', 'neutral', 'No data for previous day'],
])('compares a percentage of %s with a previous %s', (current, previous, direction, tone, text) => {
  expect(describeShareChange({ current, previous, days: 1, goodDirection: 'up' }, t)).toEqual({
    direction,
    tone,
    text,
  });
});

it.each([
  [1, 'نقطة واحدة'],
  [2, 'نقطتين'],
  [3, '3 نقاط'],
  [10, '10 نقاط'],
  [11, '11 نقطة'],
  [2.5, '2.5 نقطة'],
])('formats %s points in Arabic as %s', (points, text) => {
  const share = describeShareChange({ current: 0.5 + points / 100, previous: 0.5, days: 1 }, arabic.change);
  expect(share.text).toContain(` ${text} `);
});

test('is neutral if neither direction is good', () => {
  expect(describeAmountChange({ current: 3, previous: 2, days: 30 }, t).tone).toBe('neutral');
});

it.each([
  [{ isMet: true }, 'good'],
  [{ isMet: false }, 'bad'],
  [{ isMet: null }, 'neutral'],
  [null, 'neutral'],
] as const)('colours a figure with the goal %o %s', (goal, tone) => {
  expect(getGoalTone(goal)).toBe(tone);
});

it.each([
  ['good', { isMet: true }, 'good'],
  ['good', { isMet: false }, 'neutral'],
  ['good', { isMet: null }, 'neutral'],
  ['good', null, 'neutral'],
  ['bad', { isMet: true }, 'neutral'],
  ['bad', { isMet: false }, 'bad'],
  ['bad', { isMet: null }, 'bad'],
  ['bad', null, 'bad'],
  ['neutral', { isMet: true }, 'neutral'],
] as const)('colours a %s change with the goal %o %s', (tone, goal, expected) => {
  expect(limitTone({ direction: 'up', tone }, goal).tone).toBe(expected);
});

it.each([
  ['down', ['Mill', 'Harbour', 'Airport', 'Quay', 'Station']],
  ['up', ['Station', 'Airport', 'Quay', 'Harbour', 'Mill']],
] as const)('ranks branches worst first when %s is good', (good, names) => {
  const ranked = rankWorstFirst(
    [
      { name: 'Station', value: good === 'up' ? 12 : null },
      { name: 'Quay', value: 30 },
      { name: 'Airport', value: 30 },
      { name: 'Mill', value: good === 'up' ? null : 41 },
      { name: 'Harbour', value: 33.5 },
    ],
    good,
  );
  expect(ranked.map(({ name }) => name)).toEqual(names);
});
