import type { RowsShape } from './shape-types.ts';

const place = { key: 'place', type: 'text' } as const;
const item = { key: 'item', type: 'text', link: 'item' } as const;
const code = { key: 'code', type: 'text' } as const;
const unit = { key: 'unit', type: 'unit' } as const;

/**
 * Reports of rows, by their names in addresses.
 *
 * - ledger: what came to and left a place, move by move, by the business day of the place.
 * - valuation: what stood where at the end of a day and what it was worth, as it happened or as the books were that evening.
 */
export const rowShapes = {
  ledger: {
    kind: 'rows',
    name: 'ledger',
    area: 'stock',
    needs: ['stock'],
    params: ['days', 'branch', 'item', 'category', 'kind'],
    required: ['days'],
    columns: [
      { key: 'day', type: 'day' },
      { key: 'document', type: 'text', link: 'document' },
      { key: 'kind', type: 'kind' },
      item,
      code,
      place,
      { key: 'other', type: 'text' },
      { key: 'came', type: 'quantity', total: true },
      { key: 'left', type: 'quantity', total: true },
      unit,
      { key: 'unitCost', type: 'price', secret: 'stock' },
      { key: 'valueIn', type: 'money', total: true, secret: 'stock' },
      { key: 'valueOut', type: 'money', total: true, secret: 'stock' },
      { key: 'value', type: 'money', total: true, secret: 'stock' },
    ],
    order: 'day',
  },
  valuation: {
    kind: 'rows',
    name: 'valuation',
    area: 'stock',
    needs: ['stock'],
    params: ['day', 'by', 'branch', 'item', 'category'],
    required: ['day'],
    columns: [
      { ...item, link: 'rows' },
      code,
      place,
      { key: 'onHand', type: 'quantity', total: true },
      unit,
      { key: 'average', type: 'price', secret: 'costs' },
      { key: 'value', type: 'money', total: true, secret: 'costs' },
    ],
    order: '-value',
    chart: { label: 'item', measure: 'value' },
    opens: { report: 'ledger', by: { item: 'itemId', branch: 'branchId' } },
  },
} as const satisfies Record<string, RowsShape>;
