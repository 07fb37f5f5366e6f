import { describe, expect, it } from 'vitest';
import { listAllColumns } from './columns.ts';
import { reportShapes } from './report-shapes.ts';
import { addDays } from '#core/day.ts';
import { computeTrendSpans } from './trend-spans.ts';
import { tileKeys, tileRows, type TileShape, tileShapes, getTileType, trendKeys } from './tiles.ts';

describe('tiles', () => {
  it('show totals of their reports', () => {
    for (const key of tileKeys) {
      const { report, totalKey }: TileShape = tileShapes[key];
      const totals = listAllColumns(reportShapes[report]).flatMap((column) =>
        column.total || column.share ? [column.key] : [],
      );
      expect(['rows', ...totals], key).toContain(totalKey);
    }
  });

  it('appear in a row of at most six tiles, or as a trend', () => {
    const keysInRows: string[] = Object.values(tileRows).flat();
    expect(new Set(keysInRows).size).toBe(keysInRows.length);
    expect(new Set([...keysInRows, ...trendKeys])).toEqual(new Set(tileKeys));
    for (const row of Object.values(tileRows)) expect(row.length).toBeLessThanOrEqual(6);
  });

  it('have the value types of their reports', () => {
    expect(getTileType('belowPar')).toBe('count');
    expect(getTileType('stockValue')).toBe('money');
    expect(getTileType('fillRate')).toBe('percent');
  });

  it('have a trend if they are charted, by day only for grouped reports', () => {
    const trends = tileKeys.flatMap((key) => {
      const { trend, report }: TileShape = tileShapes[key];
      return trend ? [{ key, trend, kind: reportShapes[report].kind }] : [];
    });
    expect(trends.map(({ key }) => key).toSorted()).toEqual([...trendKeys].toSorted());
    for (const { key, trend, kind } of trends)
      expect([key, trend === 'day']).toEqual([key, kind === 'grouped']);
  });
});

describe('points of a trend', () => {
  const period = { from: '2026-03-01', to: '2026-03-30' };

  it.each([
    [
      'finished days',
      'day',
      { from: '2026-03-28', to: '2026-03-30' },
      '2026-03-30',
      ['2026-03-28', '2026-03-29'],
    ],
    [
      'empty before the first finished day',
      'day',
      { from: '2026-03-30', to: '2026-03-30' },
      '2026-03-30',
      [],
    ],
    [
      'never future days',
      'day',
      { from: '2026-03-29', to: '2026-04-30' },
      '2026-03-31',
      ['2026-03-29', '2026-03-30'],
    ],
    // Whole weeks back from the last day; the two days before them are left out.
    ['four weeks', 'week', period, '2026-04-05', ['2026-03-03', '2026-03-10', '2026-03-17', '2026-03-24']],
    ['weeks up to today', 'week', period, '2026-03-15', ['2026-03-02', '2026-03-09']],
    ['empty for less than a week', 'week', { from: '2026-03-25', to: '2026-03-30' }, '2026-04-05', []],
  ] as const)('are %s', (_, grain, days, today, firstDays) => {
    expect(computeTrendSpans(grain, days, today).map(({ from }) => from)).toEqual(firstDays);
  });

  it('cover as many days as the period, for figures that depend on counts', () => {
    expect(computeTrendSpans('period', { from: '2026-03-17', to: '2026-03-30' }, '2026-04-05')).toEqual([
      { from: '2026-03-10', to: '2026-03-23' },
      { from: '2026-03-17', to: '2026-03-30' },
    ]);
    // 13 points of 91 days each would cover three years.
    const quarter = computeTrendSpans('period', { from: '2026-01-01', to: '2026-04-01' }, '2026-04-05');
    expect(quarter).toHaveLength(3);
    expect(quarter.at(-1)).toEqual({ from: '2026-01-01', to: '2026-04-01' });
  });

  it('cover weeks without gaps, at most 13 of them', () => {
    const spans = computeTrendSpans('week', { from: '2026-01-01', to: '2026-06-29' }, '2026-07-01');
    expect(spans.length).toBeLessThanOrEqual(13);
    expect(spans.at(-1)?.to).toBe('2026-06-29');
    for (const [n, { to }] of spans.slice(0, -1).entries()) expect(addDays(to, 1)).toBe(spans[n + 1]?.from);
  });
});
