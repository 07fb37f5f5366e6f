import { expect, it } from 'vitest';
import type { SpreadsheetCell } from '#platform/web/spreadsheet/table.ts';
import { matchPastedLines } from './pasted-lines.ts';

const buildPack = (packagingId: string, itemId: string, packCodes: string[], isPreferred = false) => ({
  packagingId,
  itemId,
  packCodes,
  itemCodes: [`IT-${itemId}`, `400${itemId}`],
  isPreferred,
});
/** Rice in one pack; flour in two, of which the sack is preferred; oil in two without a preference. */
const packs = [
  buildPack('rice', '1', ['5012345678900', 'R-10']),
  buildPack('bag', '2', ['F-12']),
  buildPack('sack', '2', ['F-25'], true),
  buildPack('can', '3', ['O-5']),
  buildPack('drum', '3', ['O-200']),
];
const buildLine = (packagingId: string, qty: number, price: number | null = null) => ({
  packagingId,
  qty,
  price,
});
const buildRejectedRow = (row: number, text: string, reason: string) => ({ row, text, reason });

it.each<[string, SpreadsheetCell[][], unknown[], unknown[]]>([
  [
    'item code, barcode or supplier item code',
    [
      ['IT-1', 3],
      ['f-12', 2],
      ['4003', 1],
      ['O-5', 1],
    ],
    [buildLine('rice', 3), buildLine('bag', 2), buildLine('can', 1)],
    [buildRejectedRow(3, '4003', 'ambiguous')],
  ],
  [
    'numbers as text or as numbers',
    [
      [5012345678900, '3', '1.250,5'],
      ['IT-2', 1, '2,5'],
    ],
    [buildLine('rice', 3, 1250.5), buildLine('sack', 1, 2.5)],
    [],
  ],
  [
    'a name between code and quantity, and headings',
    [
      ['Code', 'Name', 'No.', 'Price', 'Qty'],
      ['R-10', 'Rice', 1, 9, 4],
      ['F-25', 'Flour', 2, '', 6],
    ],
    [buildLine('rice', 4, 9), buildLine('sack', 6)],
    [],
  ],
  ['a barcode beside the code, without headings', [['IT-1', '5012345678900', 4]], [buildLine('rice', 4)], []],
  [
    'the same pack twice',
    [
      ['IT-1', 3, 9],
      ['R-10', 2, null],
    ],
    [buildLine('rice', 5, 9)],
    [],
  ],
  [
    'every row that can’t be added',
    [
      ['X-1', 3, 1],
      ['IT-1', 0, 1],
      ['IT-1', '', 1],
      ['IT-1', 1.5, 1],
      ['IT-1', 1, 'free'],
      ['IT-1', 1, -1],
      ['IT-1', 2_000_000, 1],
    ],
    [],
    [
      buildRejectedRow(1, 'X-1', 'unknown'),
      buildRejectedRow(2, 'IT-1', 'noQuantity'),
      buildRejectedRow(3, 'IT-1', 'noQuantity'),
      buildRejectedRow(4, 'IT-1', 'notWhole'),
      buildRejectedRow(5, 'IT-1', 'badPrice'),
      buildRejectedRow(6, 'IT-1', 'badPrice'),
      buildRejectedRow(7, 'IT-1', 'noQuantity'),
    ],
  ],
  [
    'no numbers at all',
    [['IT-1'], ['Total']],
    [],
    [buildRejectedRow(1, 'IT-1', 'noQuantity'), buildRejectedRow(2, 'Total', 'unknown')],
  ],
])('reads %s', (_name, cells, lines, rejectedRows) => {
  const rows = cells.map((row, index) => ({ row: index + 1, cells: row }));
  expect(matchPastedLines(rows, packs)).toEqual({ lines, rejectedRows });
});
