import type { GroupedShape, ReportDimension } from './shape-types.ts';

export const times = ['day', 'week', 'weekday'] as const satisfies readonly ReportDimension[];

/**
 * Reports of figures over days, by their names in addresses.
 *
 * - order-patterns: orders that were handed in, by their delivery day.
 * - missing-items: lines of shipped orders that did not come as ordered, by the delivery day of their order.
 * - wastage: posted waste, by its business day.
 */
export const groupedShapes = {
  'order-patterns': {
    kind: 'grouped',
    name: 'order-patterns',
    area: 'orders',
    needs: ['orders'],
    document: 'order',
    dimensions: ['item', 'weekday', 'week', 'day', 'branch', 'document'],
    measures: [
      { key: 'orders', type: 'count' },
      { key: 'lines', type: 'count' },
      { key: 'ordered', type: 'quantity' },
      { key: 'perOrder', type: 'quantity' },
      { key: 'shipped', type: 'quantity' },
      { key: 'received', type: 'quantity' },
    ],
    chart: 'orders',
  },
  'missing-items': {
    kind: 'grouped',
    name: 'missing-items',
    area: 'orders',
    needs: ['orders'],
    document: 'order',
    dimensions: ['item', 'reason', ...times, 'branch', 'document'],
    measures: [
      { key: 'missed', type: 'count' },
      { key: 'notShippedLines', type: 'count' },
      { key: 'shortLines', type: 'count' },
      { key: 'damagedLines', type: 'count' },
      { key: 'ordered', type: 'quantity' },
      { key: 'notShipped', type: 'quantity' },
      { key: 'short', type: 'quantity' },
      { key: 'damaged', type: 'quantity' },
    ],
    chart: 'missed',
  },
  wastage: {
    kind: 'grouped',
    name: 'wastage',
    area: 'stock',
    needs: ['wastage'],
    document: 'wastage',
    dimensions: ['item', 'reason', ...times, 'branch', 'document'],
    measures: [
      { key: 'records', type: 'count' },
      { key: 'wasted', type: 'quantity' },
      { key: 'cost', type: 'money' },
    ],
    chart: 'cost',
  },
} as const satisfies Record<string, GroupedShape>;
