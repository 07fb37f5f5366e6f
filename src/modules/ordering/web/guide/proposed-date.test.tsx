import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Branch } from '#platform/web/queries/branches.ts';
import { useProposedDate } from './proposed-date.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  cutoffDaysBefore: 1,
  cutoffTime: '16:00',
}));
const branch = {
  deliveryDays: everyDay,
  timezone: 'Europe/London',
  closedDays: [],
  kitchenClosedDays: [],
} as unknown as Branch;

test('proposes the next day for which orders are still possible, and keeps the day of a started order', () => {
  vi.setSystemTime('2026-03-04T15:00:00Z');
  const { result, rerender } = renderHook(({ hasStarted }) => useProposedDate(branch, hasStarted), {
    initialProps: { hasStarted: false },
  });
  expect(result.current).toBe('2026-03-05');
  const moveClockTo = (to: string) => {
    vi.setSystemTime(to);
    act(() => void vi.advanceTimersByTime(60_000));
  };
  moveClockTo('2026-03-04T16:30:00Z');
  expect(result.current).toBe('2026-03-06');
  rerender({ hasStarted: true });
  moveClockTo('2026-03-05T09:00:00Z');
  moveClockTo('2026-03-05T16:30:00Z');
  expect(result.current).toBe('2026-03-06');
  rerender({ hasStarted: false });
  expect(result.current).toBe('2026-03-07');
});
