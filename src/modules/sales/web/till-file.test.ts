import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpreadsheetCell } from '#platform/web/spreadsheet/table.ts';
import {
  detectTillColumns,
  detectTillFormat,
  buildTillLayout,
  splitIntoWholeDays,
  detectTillPreset,
  parseTillAmount,
  parseTillDay,
  parseTillModifiers,
  parseTillRows,
} from './till-file.ts';

const toRows = (...rows: SpreadsheetCell[][]) => rows.map((cells, at) => ({ row: at + 2, cells }));
const findBranch = (cellText: string) => ({ north: 'b1', south: 'b2' })[cellText.toLowerCase()] ?? null;
const parse = (header: string[], rows: SpreadsheetCell[][], overrides = {}) => {
  const columns = detectTillColumns(header);
  const table = { rows: toRows(...rows) };
  return parseTillRows(table, {
    columns,
    format: detectTillFormat(table.rows, columns),
    day: null,
    branch: 'b1',
    findBranch,
    ...overrides,
  });
};

describe('numbers in a till file', () => {
  it.each<[SpreadsheetCell, 'point' | 'comma', number | null]>([
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
  ])('parses %j with a %s as %j', (cell, decimal, expected) => {
    expect(parseTillAmount(cell, decimal)).toBe(expected);
  });

  it('round-trips formatted numbers with either decimal mark and grouping', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        const [en, de] = ['en-US', 'de-DE'].map((locale) =>
          (cents / 100).toLocaleString(locale, { minimumFractionDigits: 2 }),
        ) as [string, string];
        expect(parseTillAmount(en, 'point')).toBe(cents / 100 || 0);
        expect(parseTillAmount(`${de} €`, 'comma')).toBe(cents / 100 || 0);
      }),
    );
  });
});

describe('days in a till file', () => {
  it.each<[SpreadsheetCell, 'ymd' | 'dmy' | 'mdy', string | null]>([
    ['2026-11-24', 'dmy', '2026-11-24'],
    ['24.11.2026', 'dmy', '2026-11-24'],
    ['11/24/26 10:35', 'mdy', '2026-11-24'],
    ['20261124', 'ymd', '2026-11-24'],
    [20261124, 'ymd', '2026-11-24'],
    ['2026-11-24T10:00:00Z', 'ymd', '2026-11-24'],
    ['31.02.2026', 'dmy', null],
    ['Tuesday', 'dmy', null],
    [null, 'ymd', null],
  ])('parses %j as %s to %j', (cell, dates, expected) => {
    expect(parseTillDay(cell, dates)).toBe(expected);
  });
});

describe('a till file', () => {
  it('is parsed in a different language, with decimal commas, refunds and a total row', () => {
    const result = parse(
      ['Datum', 'Filiale', 'Artikelnummer', 'Bezeichnung', 'Menge', 'Umsatz netto'],
      [
        ['24.11.2026', 'North', '100', 'Pizza', '12', '1.234,50'],
        ['24.11.2026', 'South', '100', 'Pizza', '-1', '-8,90'],
        ['', '', '', '', '', ''],
        ['Gesamt', '', '', '', '11', '1.225,60'],
      ],
    );
    expect(result).toEqual({
      rows: [
        { branch: 'b1', day: '2026-11-24', code: '100', name: 'Pizza', qty: 12, net: 1234.5 },
        { branch: 'b2', day: '2026-11-24', code: '100', name: 'Pizza', qty: -1, net: -8.9 },
      ],
      errors: [],
      totals: 1,
    });
  });

  it.each([
    [['Data', 'Lokal', 'Kod towaru', 'Nazwa', 'Ilość', 'Wartość netto'], '3 mar 2026', 'Razem'],
    [['Дата', 'Ресторан', 'Артикул', 'Наименование', 'Кол-во', 'Сумма без НДС'], '3 марта 2026', 'Итого'],
    [['Tarih', 'Şube', 'Ürün Kodu', 'Ürün Adı', 'Adet', 'Net Tutar'], '3 Mart 2026', 'Genel toplam'],
  ])('is parsed with the headings %j and a total row', (header, day, total) => {
    const result = parse(header, [
      [day, 'North', '100', 'Pizza', '12', '1234,50'],
      [total, '', '', '', '12', '1234,50'],
    ]);
    expect(result).toEqual({
      rows: [{ branch: 'b1', day: '2026-03-03', code: '100', name: 'Pizza', qty: 12, net: 1234.5 }],
      errors: [],
      totals: 1,
    });
  });

  it('reports row and field of every invalid cell', () => {
    const result = parse(
      ['Date', 'Location', 'SKU', 'Qty', 'Net Sales'],
      [
        ['2026-11-24', 'North', 'A', '1', '5'],
        ['soon', 'West', '', 'many', ''],
      ],
    );
    expect(result.rows).toHaveLength(1);
    expect(result.errors).toEqual([
      { row: 3, field: 'day', reason: 'day', text: 'soon' },
      { row: 3, field: 'branch', reason: 'branch', text: 'West' },
      { row: 3, field: 'code', reason: 'empty', text: '' },
      { row: 3, field: 'qty', reason: 'number', text: 'many' },
      { row: 3, field: 'net', reason: 'empty', text: '' },
    ]);
  });

  it('without days, branches or item numbers uses the chosen day and branch, and the names', () => {
    const result = parse(['Item name', 'Items sold', 'Net sales'], [['Tea', '3', '9.00']], {
      day: '2026-11-23',
    });
    expect(result.rows).toEqual([
      { branch: 'b1', day: '2026-11-23', code: 'Tea', name: 'Tea', qty: 3, net: 9 },
    ]);
    expect(parse(['Item name', 'Items sold', 'Net sales'], [['Tea', '3', '9.00']]).errors).toMatchObject([
      { field: 'day', reason: 'empty' },
    ]);
  });

  it("is recognized by its columns, and by its till's stored layout", () => {
    const header = ['Date', 'Time', 'Item', 'Qty', 'SKU', 'Gross Sales', 'Net Sales', 'Location'];
    expect(detectTillPreset(header)).toBe('Square');
    expect(detectTillPreset(['Location', 'Order Date', 'Item Id', 'Menu Item', 'Qty', 'Net Price'])).toBe(
      'Toast',
    );
    expect(detectTillPreset(['Something'])).toBeNull();
    const columns = detectTillColumns(['A', 'B', 'C'], { code: 'b', net: 'C' });
    expect(columns).toEqual({ code: 1, net: 2 });
    const format = { decimal: 'comma', dates: 'dmy' } as const;
    expect(buildTillLayout(['A', 'B', 'C'], columns, format)).toEqual({
      columns: { code: 'B', net: 'C' },
      ...format,
    });
  });

  it('is sent in whole days, with each menu item once', () => {
    const buildRow = (day: string, code: string, qty: number) => ({ branch: 'b1', day, code, qty, net: qty });
    const parts = splitIntoWholeDays(
      [
        buildRow('d1', 'A', 1),
        buildRow('d1', 'A', 2.1),
        buildRow('d1', 'B', 1),
        buildRow('d2', 'A', 1),
        buildRow('d3', 'A', 1),
      ],
      3,
    );
    expect(parts.map((part) => part.map(({ day, code, qty }) => [day, code, qty]))).toEqual([
      [
        ['d1', 'A', 3.1],
        ['d1', 'B', 1],
        ['d2', 'A', 1],
      ],
      [['d3', 'A', 1]],
    ]);
  });
});

describe('rows of a till file', () => {
  it('exclude voided ones, and count as the previous day until the business day ends', () => {
    const header = ['Location', 'Order Date', 'Item Id', 'Menu Item', 'Net Price', 'Qty', 'Void?'];
    const rows: SpreadsheetCell[][] = [
      ['North', '11/20/26 12:00 PM', '501', 'Chicken Bowl', '12.00', '1', 'false'],
      ['North', '11/20/26 12:00 PM', '501', 'Chicken Bowl', '12.00', '1', 'true'],
      ['North', '11/21/26 1:29 AM', '501', 'Chicken Bowl', '10.00', '1', 'false'],
    ];
    expect(detectTillPreset(header)).toBe('Toast');
    const sale = { branch: 'b1', code: '501', name: 'Chicken Bowl', qty: 1 };
    expect(parse(header, rows, { getDayEnds: () => [{ from: null, at: '04:00' }] })).toEqual({
      rows: [
        { ...sale, day: '2026-11-20', net: 12 },
        { ...sale, day: '2026-11-20', net: 10 },
      ],
      errors: [],
      totals: 0,
      voided: 1,
    });
    expect(parse(header, rows).rows.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
  });

  it('keep their date if they have no time, or if it is a business date', () => {
    const getDayEnds = (branch: string | null) => (branch === 'b1' ? [{ from: null, at: '03:00' }] : []);
    const parseDays = (header: string[], ...rows: SpreadsheetCell[][]) =>
      parse(header, rows, { getDayEnds, header }).rows.map(({ day }) => day);
    const header = ['Date', 'Time', 'Item', 'Qty', 'Net', 'Location'];
    const sale = ['2026-11-21', '01:29', 'Latte', '1', '3.00'];
    expect(parseDays(header, [...sale, 'North'], [...sale, 'South'])).toEqual(['2026-11-20', '2026-11-21']);
    expect(parseDays(header, ['2026-11-21', '', 'Latte', '1', '3.00', 'North'])).toEqual(['2026-11-21']);
    for (const heading of ['Business Date', 'Trading day', 'Geschäftstag'])
      expect(parseDays([heading, ...header.slice(1)], [...sale, 'North'])).toEqual(['2026-11-21']);
    const total = ['2026-11-21 00:00:00', '', 'Latte', '1', '3.00', 'North'];
    expect(parseDays(header.with(1, 'Note'), total, total)).toEqual(['2026-11-21', '2026-11-21']);
  });

  it('after midnight are a business day of their own only if the file has no other sales of that day', () => {
    const header = ['Date', 'Time', 'Item', 'Qty', 'Net', 'Location'];
    const findNights = (...rows: SpreadsheetCell[][]) =>
      parse(header, rows, { header, getDayEnds: () => [{ from: null, at: '03:00' }] }).afterMidnightOnly;
    const night = ['2026-11-21', '01:29', 'Latte', '1', '3.00', 'North'];
    const evening = ['2026-11-20', '23:10', 'Latte', '1', '3.00', 'North'];
    expect(findNights(night)).toEqual(new Set(['2026-11-20 b1']));
    expect(findNights(night, evening)).toBeUndefined();
    expect(findNights(evening)).toBeUndefined();
  });

  it('are separate for each size of a menu item', () => {
    const header = ['Date', 'Item', 'Qty', 'Price Point Name', 'SKU', 'Net Sales', 'Location'];
    const rows: SpreadsheetCell[][] = [
      ['2026-11-20', 'Latte', '1.0', 'Small', '', '$3.00', 'North'],
      ['2026-11-20', 'Latte', '2.0', 'Large', '', '$9.00', 'North'],
      ['2026-11-20', 'Latte', '-1.0', 'Large', '', '-$4.50', 'North'],
      ['2026-11-20', 'Tea', '1.0', 'Regular', '', '$2.00', 'North'],
      ['2026-11-20', 'Mocha', '1.0', 'Large', 'MO-L', '$5.00', 'North'],
    ];
    expect(detectTillPreset(header)).toBe('Square');
    expect(
      parse(header, rows, { header }).rows.map(({ code, name, qty, net }) => [code, name, qty, net]),
    ).toEqual([
      ['Latte Small', 'Latte Small', 1, 3],
      ['Latte Large', 'Latte Large', 2, 9],
      ['Latte Large', 'Latte Large', -1, -4.5],
      ['Tea', 'Tea', 1, 2],
      ['MO-L', 'Mocha Large', 1, 5],
    ]);
    expect(
      parse(['Date', 'Code', 'Size', 'Qty', 'Net'], [['2026-11-20', '7', 'Large', '1', '3.00']]).rows,
    ).toMatchObject([{ code: '7 Large' }]);
  });

  it('compute the amount from price and quantity when the file has none', () => {
    const result = parse(
      ['Datum', 'Artikelnummer', 'Menge', 'Einzelpreis'],
      [['20.11.2026', '1', '2,5', '3,20']],
    );
    expect(result).toMatchObject({ rows: [{ qty: 2.5, net: 8 }], errors: [] });
    const invalid = parse(
      ['Datum', 'Artikelnummer', 'Menge', 'Einzelpreis'],
      [['20.11.2026', '1', '2', 'free']],
    );
    expect(invalid.errors).toEqual([{ row: 2, field: 'price', reason: 'number', text: 'free' }]);
  });

  it('include menu items whose name begins with a word for total, but no totals', () => {
    const header = ['Date', 'Item', 'Qty', 'Net Sales'];
    const result = parse(header, [
      ['2026-11-20', 'Total Juice', '2', '6.00'],
      ['', 'Total for 20 November', '2', '6.00'],
      ['Total 2026-11-20', '', '2', '6.00'],
      ['2026-11-20', 'Total', '2', '6.00'],
    ]);
    expect(result).toMatchObject({ rows: [{ code: 'Total Juice', qty: 2, net: 6 }], totals: 3, errors: [] });
  });

  it('are parsed with the decimal mark of each column', () => {
    const result = parse(
      ['Datum', 'Filiale', 'Artikelnummer', 'Bezeichnung', 'Menge', 'Netto'],
      [
        ['20.11.2026', 'North', '1', 'Käse lose', '0,125', '2,500'],
        ['20.11.2026', 'North', '2', 'Wurst lose', '1,250', '18,750'],
      ],
    );
    expect(result.rows.map(({ qty, net }) => [qty, net])).toEqual([
      [0.125, 2.5],
      [1.25, 18.75],
    ]);
  });
});

describe('modifiers in a till file', () => {
  it.each<[string, 'point' | 'comma', unknown[]]>([
    ['Oat Milk', 'point', [['Oat Milk', 1, 0]]],
    [
      'Oat Milk, Extra Shot',
      'point',
      [
        ['Oat Milk', 1, 0],
        ['Extra Shot', 1, 0],
      ],
    ],
    [
      'Milk, oat; 2x Extra Shot',
      'point',
      [
        ['Milk, oat', 1, 0],
        ['Extra Shot', 2, 0],
      ],
    ],
    [
      'Extra shot x2 (+0.50)|No ice',
      'point',
      [
        ['Extra shot', 2, 3],
        ['No ice', 1, 0],
      ],
    ],
    [
      'Hafermilch +0,60 €; Sirup (€0,40)',
      'comma',
      [
        ['Hafermilch', 1, 1.8],
        ['Sirup', 1, 1.2],
      ],
    ],
    ['Milk 3.5', 'point', [['Milk 3.5', 1, 0]]],
    [' ; ', 'point', []],
  ])('are parsed from the list %j', (text, decimal, expected) => {
    expect(parseTillModifiers(text, { decimal }, 3).map(({ code, qty, net }) => [code, qty, net])).toEqual(
      expected,
    );
  });

  it("are parsed from Square's column, and separate the rows of an item", () => {
    const header = [
      'Date',
      'Item',
      'Qty',
      'Price Point Name',
      'SKU',
      'Modifiers Applied',
      'Net Sales',
      'Location',
    ];
    expect(detectTillPreset(header)).toBe('Square');
    const { rows } = parse(
      header,
      [
        ['2026-11-20', 'Latte', '1.0', 'Small', '', '', '$3.00', 'North'],
        ['2026-11-20', 'Latte', '2.0', 'Large', '', 'Oat Milk, Extra Shot', '$9.00', 'North'],
        ['2026-11-20', 'Latte', '1.0', 'Large', '', 'Extra Shot, Oat Milk', '$4.50', 'North'],
        ['2026-11-20', 'Latte', '-1.0', 'Large', '', 'Oat Milk', '-$4.00', 'North'],
      ],
      { header },
    );
    const [part = []] = splitIntoWholeDays(rows, 100);
    expect(
      part.map(({ code, qty, net, modifiers = [] }) => [code, qty, net, modifiers.map(({ name }) => name)]),
    ).toEqual([
      ['Latte Small', 1, 3, []],
      ['Latte Large', 3, 13.5, ['Extra Shot', 'Oat Milk']],
      ['Latte Large', -1, -4, ['Oat Milk']],
    ]);
  });

  it('are parsed from rows below their item, marked by their type or by their item', () => {
    const oatMilk = { code: 'M1', name: 'Oat milk', qty: 1, net: 1.2 };
    const latte = { branch: 'b1', day: '2026-11-20', code: '7', name: 'Latte' };
    const byType = ['Date', 'Row type', 'Code', 'Name', 'Qty', 'Net'];
    expect(
      parse(
        byType,
        [
          ['2026-11-20', 'Item', '7', 'Latte', '2', '8.00'],
          ['', 'Modifier', 'M1', 'Oat milk', '2', '1.20'],
          ['', 'Modifier', 'M2', 'No ice', '', ''],
          ['2026-11-20', 'Item', '8', 'Tea', '1', '3.00'],
        ],
        { header: byType },
      ),
    ).toEqual({
      rows: [
        { ...latte, qty: 2, net: 9.2, modifiers: [oatMilk, { code: 'M2', name: 'No ice', qty: 1, net: 0 }] },
        { branch: 'b1', day: '2026-11-20', code: '8', name: 'Tea', qty: 1, net: 3 },
      ],
      errors: [],
      totals: 0,
    });
    const byParent = ['Date', 'Parent Item', 'Code', 'Name', 'Qty', 'Net'];
    expect(
      parse(
        byParent,
        [
          ['2026-11-20', '', '7', 'Latte', '10', '40.00'],
          ['2026-11-20', '', '8', 'Tea', '1', '3.00'],
          ['2026-11-20', 'Latte', 'M1', 'Oat milk', '3', '1.80'],
        ],
        { header: byParent },
      ).rows,
    ).toMatchObject([
      { ...latte, qty: 10, net: 41.8, modifiers: [{ ...oatMilk, qty: 0.3, net: 1.8 }] },
      { code: '8' },
    ]);
  });

  it('are reported if their item is missing or unreadable, and skipped with a voided item', () => {
    const header = ['Date', 'Row type', 'Name', 'Qty', 'Net', 'Void'];
    const result = parse(
      header,
      [
        ['2026-11-20', 'Modifier', 'Oat milk', '1', '0.60', ''],
        ['2026-11-20', '', 'Latte', 'many', '4.00', ''],
        ['2026-11-20', 'Modifier', 'Oat milk', '1', '0.60', ''],
        ['2026-11-20', '', 'Latte', '1', '4.00', 'yes'],
        ['2026-11-20', 'Modifier', 'Oat milk', '1', '0.60', ''],
      ],
      { header },
    );
    expect(result.rows).toEqual([]);
    expect(result.errors.map(({ row, field, reason }) => [row, field, reason])).toEqual([
      [2, 'modifierRow', 'alone'],
      [3, 'qty', 'number'],
      [4, 'modifierRow', 'alone'],
    ]);
    expect(result.voided).toBe(2);
  });
});
