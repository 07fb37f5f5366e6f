import { describe, expect, it } from 'vitest';
import { type ImportColumn, importKinds } from '../kinds.ts';
import { readCell } from '../read-cell.ts';
import type { ImportFormat } from '#core/file-format.ts';

const format: ImportFormat = { decimal: 'point', dates: 'ymd' };

describe('a cell is limited to the length of its field', () => {
  it.each([
    ['items', 'name', 120],
    ['items', 'itemCode', 40],
    ['items', 'unitPrice', 100],
    ['items', 'category', 200],
    ['branch', 'phone', 40],
    ['branch', 'type', 200],
    ['items', 'transferPrice', 200],
    ['items', 'barcodes', 3000],
    ['branch', 'deliveryDays', 1000],
  ])('%s.%s accepts at most %i characters', (kind, key, max) => {
    const column = importKinds[kind]?.columns.find((column) => column.key === key) as ImportColumn;
    const parsed = readCell('1'.repeat(max + 1), column, { format, words: {} });
    expect(parsed).toMatchObject({ problem: {} });
  });
});
