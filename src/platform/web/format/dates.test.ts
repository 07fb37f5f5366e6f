import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatDate, formatDay, formatInstant } from './format.ts';

beforeEach(() => vi.setSystemTime('2026-11-22T12:00:00Z'));
afterEach(() => vi.useRealTimers());

it('dates have one format: day, short month and year; days and times omit the current year', () => {
  expect(formatDay('2026-11-23')).toBe('Mon 23 Nov');
  expect(formatDay('2027-01-04')).toBe('Mon 4 Jan 2027');
  expect(formatDate('2026-11-23')).toBe('23 Nov 2026');
  expect(formatInstant('2026-11-23T14:05:00Z', 'UTC')).toBe('23 Nov, 14:05');
  expect(formatInstant('2025-11-23T14:05:00Z', 'UTC')).toBe('23 Nov 2025, 14:05');
  expect(formatInstant(null)).toBe('–');
});
