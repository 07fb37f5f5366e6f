import { describe, expect, it } from 'vitest';
import { allColumns } from './columns.ts';
import { reportShapes } from './report-shapes.ts';
import { tileKeys, tileRows, type TileShape, tileShapes, tileType } from './tiles.ts';

describe('tiles', () => {
  it('show totals of their reports', () => {
    for (const key of tileKeys) {
      const { report, figure }: TileShape = tileShapes[key];
      const totals = allColumns(reportShapes[report]).flatMap((column) =>
        column.total || column.share ? [column.key] : [],
      );
      expect(['rows', ...totals], key).toContain(figure);
    }
  });

  it('appear once each, at most six in a row', () => {
    const keysInRows: string[] = Object.values(tileRows).flat();
    expect(keysInRows.toSorted()).toEqual([...tileKeys].toSorted());
    for (const row of Object.values(tileRows)) expect(row.length).toBeLessThanOrEqual(6);
  });

  it('have the value types of their reports', () => {
    expect(tileType('belowPar')).toBe('count');
    expect(tileType('stockValue')).toBe('money');
    expect(tileType('fillRate')).toBe('percent');
  });
});
