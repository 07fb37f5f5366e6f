import { expect, test } from 'vitest';
import type { DayEnd } from '#core/business-day.ts';
import { type CountPlan, findNextCounts } from './count-due.ts';

const buildPlan = (overrides: Partial<CountPlan>): CountPlan => ({
  type: 'cycle',
  sections: [],
  weekdays: [1],
  time: '22:00',
  ...overrides,
});
// A Wednesday, 10:00 in London.
const now = new Date('2026-03-04T10:00:00Z');
const listDue = (plans: CountPlan[], at = now, timezone = 'Europe/London', dayEnds: DayEnd[] = []) =>
  findNextCounts(plans, ['dry', 'cold'], { timezone, dayEnds }, at).map(
    ({ sectionId, dueAt }) => `${sectionId} ${dueAt.slice(0, 16)}`,
  );

test('each section has its earliest due count, sorted by due time', () => {
  const fullPlan = buildPlan({ weekdays: [7], type: 'full' });
  const coldPlan = buildPlan({ sections: ['cold'], weekdays: [3, 5], time: '09:00' });
  expect(listDue([fullPlan, coldPlan])).toEqual(['cold 2026-03-06T09:00', 'dry 2026-03-08T22:00']);
  expect(listDue([fullPlan, coldPlan], new Date('2026-03-04T08:59:00Z'))[0]).toBe('cold 2026-03-04T09:00');
});

test('a section without a schedule, or whose schedule has no days, is never due', () => {
  expect(listDue([buildPlan({ sections: ['cold'] })])).toEqual(['cold 2026-03-09T22:00']);
  expect(listDue([buildPlan({ weekdays: [] })])).toEqual([]);
});

test("uses the branch's local time, even across daylight saving changes", () => {
  // Clocks in London go forward on 29 March 2026.
  expect(listDue([buildPlan({ weekdays: [7] })], new Date('2026-03-28T10:00:00Z'))[0]).toBe(
    'dry 2026-03-29T21:00',
  );
  expect(listDue([buildPlan({ weekdays: [3], time: '14:00' })], now, 'Asia/Dubai')).toEqual([
    'dry 2026-03-11T10:00',
    'cold 2026-03-11T10:00',
  ]);
});

test('a count after midnight is due on the date after its business day', () => {
  const plan = buildPlan({ weekdays: [3], time: '01:00' });
  const atThree = [{ from: null, at: '03:00' }];
  expect(listDue([plan])[0]).toBe('dry 2026-03-11T01:00');
  expect(listDue([plan], now, 'Europe/London', atThree)[0]).toBe('dry 2026-03-05T01:00');
});
