import { expect, it } from 'vitest';
import { formatInstantAt } from './format.ts';

it("shows a moment in its location's time zone, with the city", () => {
  expect(formatInstantAt('2026-11-23T11:00:00Z', 'Europe/Brussels')).toBe('23 Nov, 12:00 · Brussels');
  expect(formatInstantAt('2026-11-23T11:00:00Z', 'America/New_York')).toBe('23 Nov, 06:00 · New York');
  expect(formatInstantAt(null, 'Europe/Brussels')).toBe('–');
});
