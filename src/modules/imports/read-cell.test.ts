import { expect, test } from 'vitest';
import type { DateOrder } from '#core/file-format.ts';
import { importKinds } from './kinds.ts';
import { readCell } from './read-cell.ts';
import { readDate } from '#core/read-scalars.ts';
import type { Cell } from '#core/file-format.ts';

test.each<[string, DateOrder, string | null]>([
  ['31.12.26', 'dmy', '2026-12-31'],
  ['31.12.26', 'ymd', null],
  ['28.11.27', 'ymd', null],
  ['31.12.26', 'yymd', '2031-12-26'],
  ['99-12-31', 'ymd', '2099-12-31'],
  ['2026-12-31', 'dmy', '2026-12-31'],
  ['11/20/26 12:00 PM', 'mdy', '2026-11-20'],
  ['3 Mar 2026', 'ymd', '2026-03-03'],
  ['Mar 3, 2026', 'ymd', '2026-03-03'],
  ['March 3rd, 2026', 'dmy', '2026-03-03'],
  ['03-MAR-26', 'dmy', '2026-03-03'],
  ['03-MAR-26', 'mdy', '2026-03-03'],
  ['03-MAR-26', 'yymd', '2003-03-26'],
  ['03Mar2026', 'dmy', '2026-03-03'],
  ['2026-Mar-03 10:30', 'ymd', '2026-03-03'],
  ['3. März 2026', 'dmy', '2026-03-03'],
  ['1er août 2026', 'dmy', '2026-08-01'],
  ['3 de marzo de 2026', 'dmy', '2026-03-03'],
  ['3 marca 2026 r.', 'dmy', '2026-03-03'],
  ['3 paź 2026', 'dmy', '2026-10-03'],
  ['3 марта 2026 г.', 'dmy', '2026-03-03'],
  ['3 Şubat 2026', 'dmy', '2026-02-03'],
  ['30 Feb 2026', 'dmy', null],
  ['3 Mar', 'dmy', null],
  ['3 Mark 2026', 'dmy', null],
  ['3 Mar 2026 to 5 Mar 2026', 'dmy', null],
])('%s with dates in the order %s is parsed as %s', (text, order, day) =>
  expect(readDate(text, order)).toBe(day),
);

const getColumn = (kind: string, key: string) => {
  const column = importKinds[kind]?.columns.find((candidate) => candidate.key === key);
  if (!column) throw new Error(`${kind} has no column ${key}`);
  return column;
};

test.each<[string, string, Cell, 'point' | 'comma', unknown]>([
  ['items', 'standardCost', '2.0806060999999998', 'point', { value: 2.080606, isRounded: true }],
  ['items', 'standardCost', 2.0806060999999998, 'point', { value: 2.080606, isRounded: true }],
  ['items', 'standardCost', '2.0806', 'point', { value: 2.0806 }],
  ['items', 'standardCost', '$2.50', 'point', { value: 2.5 }],
  ['items', 'standardCost', '12,50 €', 'comma', { value: 12.5 }],
  ['items', 'standardCost', 1e-7, 'point', { value: 0, isRounded: true }],
  ['opening-stock', 'qty', '0,125', 'comma', { value: 0.125 }],
  ['taxes', 'rate', '5,5 %', 'comma', { value: 5.5 }],
  ['taxes', 'rate', 13, 'comma', { value: 13 }],
])('parses %s.%s %j with a decimal %s', (kind, key, cell, decimal, expected) => {
  expect(readCell(cell, getColumn(kind, key), { format: { decimal, dates: 'ymd' }, words: {} })).toEqual(
    expected,
  );
});

test('a comma after a leading 0 is not read as a thousands separator', () => {
  const readOptions = { format: { decimal: 'point', dates: 'ymd' }, words: {} } as const;
  expect(readCell('0,125', getColumn('opening-stock', 'qty'), readOptions)).toMatchObject({
    problem: { code: 'not-number' },
  });
});
