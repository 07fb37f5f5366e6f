import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableCell } from '#src/lib/spreadsheet/table.ts';
import {
  columnsOf,
  formatOf,
  layoutOf,
  piecesOf,
  presetOf,
  readAmount,
  readDay,
  readTill,
} from './till-file.ts';

const rowsOf = (...rows: TableCell[][]) => rows.map((cells, at) => ({ row: at + 2, cells }));
const branchOf = (said: string) => ({ north: 'b1', south: 'b2' })[said.toLowerCase()] ?? null;
const read = (head: string[], rows: TableCell[][], more = {}) => {
  const columns = columnsOf(head);
  const table = { rows: rowsOf(...rows) };
  return readTill(table, {
    columns,
    format: formatOf(table.rows, columns),
    day: null,
    branch: 'b1',
    branchOf,
    ...more,
  });
};

describe("a till's numbers", () => {
  it.each<[TableCell, 'point' | 'comma', number | null]>([
    ['12.50', 'point', 12.5],
    ['1,234.50', 'point', 1234.5],
    ['1.234,50', 'comma', 1234.5],
    ['1 234,50 €', 'comma', 1234.5],
    ['SAR 12.00', 'point', 12],
    ['$(3.20)', 'point', -3.2],
    ['($3.20)', 'point', -3.2],
    ['12,50-', 'comma', -12.5],
    ['\u22127', 'point', -7],
    ['١٢٫٥', 'point', 12.5],
    [4, 'comma', 4],
    ['twelve', 'point', null],
    ['', 'point', null],
    [true, 'point', null],
  ])('%j with a %s is %j', (cell, decimal, expected) => {
    expect(readAmount(cell, decimal)).toBe(expected);
  });

  it('come back as they were written, with either mark and thousands signs', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        const [en, de] = ['en-US', 'de-DE'].map((locale) =>
          (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 }),
        ) as [string, string];
        expect(readAmount(en, 'point')).toBe(cents / 100 || 0);
        expect(readAmount(`${de} €`, 'comma')).toBe(cents / 100 || 0);
      }),
    );
  });
});

describe("a till's days", () => {
  it.each<[TableCell, 'ymd' | 'dmy' | 'mdy', string | null]>([
    ['2026-11-24', 'dmy', '2026-11-24'],
    ['24.11.2026', 'dmy', '2026-11-24'],
    ['11/24/26 10:35', 'mdy', '2026-11-24'],
    ['20261124', 'ymd', '2026-11-24'],
    [20261124, 'ymd', '2026-11-24'],
    ['2026-11-24T10:00:00Z', 'ymd', '2026-11-24'],
    ['31.02.2026', 'dmy', null],
    ['Tuesday', 'dmy', null],
    [null, 'ymd', null],
  ])('%j as %s is %j', (cell, dates, expected) => {
    expect(readDay(cell, dates)).toBe(expected);
  });
});

describe("a till's file", () => {
  it('is read in another language, with commas, refunds and a total at its end', () => {
    const told = read(
      ['Datum', 'Filiale', 'Artikelnummer', 'Bezeichnung', 'Menge', 'Umsatz netto'],
      [
        ['24.11.2026', 'North', '100', 'Pizza', '12', '1.234,50'],
        ['24.11.2026', 'South', '100', 'Pizza', '-1', '-8,90'],
        ['', '', '', '', '', ''],
        ['Gesamt', '', '', '', '11', '1.225,60'],
      ],
    );
    expect(told).toEqual({
      rows: [
        { branch: 'b1', day: '2026-11-24', code: '100', name: 'Pizza', qty: 12, net: 1234.5 },
        { branch: 'b2', day: '2026-11-24', code: '100', name: 'Pizza', qty: -1, net: -8.9 },
      ],
      faults: [],
      totals: 1,
    });
  });

  it('names row and field of every cell that cannot be read', () => {
    const told = read(
      ['Date', 'Location', 'SKU', 'Qty', 'Net Sales'],
      [
        ['2026-11-24', 'North', 'A', '1', '5'],
        ['soon', 'West', '', 'many', ''],
      ],
    );
    expect(told.rows).toHaveLength(1);
    expect(told.faults).toEqual([
      { row: 3, field: 'day', why: 'day', said: 'soon' },
      { row: 3, field: 'branch', why: 'branch', said: 'West' },
      { row: 3, field: 'code', why: 'empty', said: '' },
      { row: 3, field: 'qty', why: 'number', said: 'many' },
      { row: 3, field: 'net', why: 'empty', said: '' },
    ]);
  });

  it('without days, branches or article numbers takes the day and branch of the screen, and the names', () => {
    const told = read(['Item name', 'Items sold', 'Net sales'], [['Tea', '3', '9.00']], {
      day: '2026-11-23',
    });
    expect(told.rows).toEqual([
      { branch: 'b1', day: '2026-11-23', code: 'Tea', name: 'Tea', qty: 3, net: 9 },
    ]);
    expect(read(['Item name', 'Items sold', 'Net sales'], [['Tea', '3', '9.00']]).faults).toMatchObject([
      { field: 'day', why: 'empty' },
    ]);
  });

  it('is known by its columns, and as it was kept for its till', () => {
    const head = ['Date', 'Time', 'Item', 'Qty', 'SKU', 'Gross Sales', 'Net Sales', 'Location'];
    expect(presetOf(head)).toBe('Square');
    expect(presetOf(['Location', 'Order Date', 'Item Id', 'Menu Item', 'Qty', 'Net Price'])).toBe('Toast');
    expect(presetOf(['Something'])).toBeNull();
    const columns = columnsOf(['A', 'B', 'C'], { code: 'b', net: 'C' });
    expect(columns).toEqual({ code: 1, net: 2 });
    const format = { decimal: 'comma', dates: 'dmy' } as const;
    expect(layoutOf(['A', 'B', 'C'], columns, format)).toEqual({
      columns: { code: 'B', net: 'C' },
      ...format,
    });
  });

  it('is sent in whole days, every article once', () => {
    const row = (day: string, code: string, qty: number) => ({ branch: 'b1', day, code, qty, net: qty });
    const pieces = piecesOf(
      [row('d1', 'A', 1), row('d1', 'A', 2.1), row('d1', 'B', 1), row('d2', 'A', 1), row('d3', 'A', 1)],
      3,
    );
    expect(pieces.map((piece) => piece.map(({ day, code, qty }) => [day, code, qty]))).toEqual([
      [
        ['d1', 'A', 3.1],
        ['d1', 'B', 1],
        ['d2', 'A', 1],
      ],
      [['d3', 'A', 1]],
    ]);
  });
});
