import { expect, it } from 'vitest';
import { findCountForDueTime, getCurrentDueTime } from './due.ts';

const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '22:00', timezone: 'UTC', dayEnds: [] };
const countsCreatedAt = (...times: string[]) =>
  times.map((createdAt) => ({ createdAt: `2026-03-${createdAt}:00.000Z` }));
const findCountAt = (now: string, ...times: string[]) => {
  const dueTime = getCurrentDueTime(daily, new Date(`2026-03-${now}:00.000Z`));
  return dueTime && findCountForDueTime(dueTime, countsCreatedAt(...times))?.createdAt.slice(8, 16);
};

it.each([
  ['on time', ['02T21:00', '03T21:30', '04T20:00'], '04T20:00'],
  ['in the morning', ['03T21:30', '04T08:00'], '04T08:00'],
  ['no count, after one on time', ['02T21:00', '03T21:30'], undefined],
  ['no count, after a late one', ['02T23:00', '03T23:00'], undefined],
  ['on time, after a late one', ['03T23:00', '04T21:00'], '04T21:00'],
  ['late, as on every day', ['02T23:00', '03T23:00', '04T23:00'], '04T23:00'],
  ['a second count right after one on time', ['03T21:30', '03T23:30'], '03T23:30'],
])('finds the count for the due time on the 4th at 22:00: %s', (_, times, count) => {
  expect(findCountAt('04T23:30', ...times)).toBe(count);
});

it("the first scheduled count isn't attributed to an earlier due time", () => {
  const dueTime = getCurrentDueTime(daily, new Date('2026-03-04T12:00:00.000Z'));
  expect(dueTime && findCountForDueTime(dueTime, countsCreatedAt('03T23:00'), true)).toBeDefined();
  expect(dueTime && findCountForDueTime(dueTime, countsCreatedAt('03T23:00'), false)).toBeUndefined();
});
