import { describe, expect, it } from 'vitest';
import { listDashboardDays, getDashboardPeriod } from './period.ts';

const today = '2026-03-01';

describe('dashboard period', () => {
  it.each([
    [{}, '2026-01-31', '2026-03-01', 30],
    [{ from: '2026-02-27' }, '2026-02-27', '2026-03-01', 3],
    [{ from: '2026-02-01', to: '2026-02-28' }, '2026-02-01', '2026-02-28', 28],
    [{ from: '2026-03-01', to: '2026-03-01' }, '2026-03-01', '2026-03-01', 1],
    [{ from: '2026-03-09', to: '2026-03-01' }, '2026-01-31', '2026-03-01', 30],
    [{ from: 'soon', to: '2026-13-40' }, '2026-01-31', '2026-03-01', 30],
    [{ from: '1999-01-01' }, '2025-09-03', '2026-03-01', 180],
  ])('%j', (search, from, to, days) => {
    expect(getDashboardPeriod(search, today)).toMatchObject({ from, to, days });
  });

  it('is compared with the preceding period of the same length', () => {
    const { before } = getDashboardPeriod({ from: '2026-02-01', to: '2026-02-28' }, today);
    expect(before).toEqual({ from: '2026-01-04', to: '2026-01-31' });
  });

  it('lists each of its days', () => {
    expect(listDashboardDays(getDashboardPeriod({ from: '2026-02-27' }, today))).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });
});
