import type { GroupedShape, ReportDimension } from '#platform/reports/shape-types.ts';

export const timeDimensions = ['day', 'week', 'weekday'] as const satisfies readonly ReportDimension[];

/**
 * Grouped reports over a period, by URL name.
 *
 * - order-patterns: submitted orders, by delivery day.
 * - missing-items: lines of shipped orders not received as ordered, by delivery day.
 * - wastage: posted waste, by business day.
 * - order-fill: orders that reached the kitchen, by delivery day: fill rate and OTIF.
 * - suggested-ordered: lines of submitted orders with the order guide's suggestion, by delivery day.
 * - count-variance: count variances, by posting day.
 * - discrepancies: receipt discrepancies, by the receiver's local day of recording.
 * - purchases: goods received from suppliers, by day; reversals on the day of the reversal.
 * - transfers: transfers and returns at both ends, by shipping day; reversals on the day of the reversal.
 * - production-yield: output and losses, by planned day.
 * - sales: net sales from tills, by day of sale.
 */
export const groupedShapes = {
  'order-patterns': {
    kind: 'grouped',
    name: 'order-patterns',
    area: 'orders',
    needs: ['orders'],
    document: 'order',
    dimensions: ['item', 'weekday', 'week', 'day', 'branch', 'document'],
    columns: [
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
    dimensions: ['item', 'reason', ...timeDimensions, 'branch', 'document'],
    columns: [
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
    dimensions: ['item', 'reason', ...timeDimensions, 'branch', 'document'],
    columns: [
      { key: 'records', type: 'count' },
      { key: 'wasted', type: 'quantity' },
      { key: 'cost', type: 'money' },
    ],
    chart: 'cost',
  },
  'order-fill': {
    kind: 'grouped',
    name: 'order-fill',
    area: 'orders',
    needs: ['orders'],
    document: 'order',
    dimensions: ['branch', ...timeDimensions, 'item', 'document'],
    columns: [
      { key: 'shippedOrders', type: 'count' },
      { key: 'lines', type: 'count' },
      { key: 'linesComplete', type: 'count' },
      { key: 'lineFill', type: 'percent' },
      { key: 'unitFill', type: 'percent' },
      { key: 'dueOrders', type: 'count' },
      { key: 'onTimeInFull', type: 'count' },
      { key: 'otif', type: 'percent' },
    ],
    chart: 'lineFill',
  },
  'suggested-ordered': {
    kind: 'grouped',
    name: 'suggested-ordered',
    area: 'orders',
    needs: ['orders'],
    document: 'order',
    dimensions: ['item', 'branch', ...timeDimensions, 'document'],
    columns: [
      { key: 'lines', type: 'count' },
      { key: 'suggestedLines', type: 'count' },
      { key: 'changedLines', type: 'count' },
      { key: 'raisedLines', type: 'count' },
      { key: 'loweredLines', type: 'count' },
      { key: 'acceptedPercent', type: 'percent' },
      { key: 'suggested', type: 'quantity' },
      { key: 'orderedOfSuggested', type: 'quantity' },
      { key: 'difference', type: 'quantity' },
      { key: 'orderedShare', type: 'percent', isOfOneItem: true },
    ],
    chart: 'changedLines',
  },
  'count-variance': {
    kind: 'grouped',
    name: 'count-variance',
    area: 'counts',
    needs: ['stock-counts'],
    document: 'stock_count',
    dimensions: ['item', 'reason', ...timeDimensions, 'branch', 'document'],
    columns: [
      { key: 'differences', type: 'count' },
      { key: 'found', type: 'quantity' },
      { key: 'lost', type: 'quantity' },
      { key: 'gainValue', type: 'money', restriction: 'stock' },
      { key: 'lossValue', type: 'money', restriction: 'stock' },
      { key: 'netValue', type: 'money', restriction: 'stock' },
    ],
    chart: 'lossValue',
  },
  discrepancies: {
    kind: 'grouped',
    name: 'discrepancies',
    area: 'orders',
    needs: ['discrepancies'],
    document: 'discrepancy',
    dimensions: ['item', ...timeDimensions, 'branch', 'document'],
    columns: [
      { key: 'discrepancies', type: 'count' },
      { key: 'shortLines', type: 'count' },
      { key: 'damagedLines', type: 'count' },
      { key: 'overLines', type: 'count' },
      { key: 'stillOpen', type: 'count' },
      { key: 'value', type: 'money' },
      { key: 'openValue', type: 'money' },
    ],
    chart: 'value',
  },
  purchases: {
    kind: 'grouped',
    name: 'purchases',
    area: 'purchasing',
    needs: ['goods-receipts'],
    document: 'goods_receipt',
    dimensions: ['supplier', 'item', ...timeDimensions, 'branch', 'document'],
    columns: [
      { key: 'receipts', type: 'count' },
      { key: 'lines', type: 'count' },
      { key: 'rejectedLines', type: 'count' },
      { key: 'received', type: 'quantity' },
      { key: 'landedValue', type: 'money' },
    ],
    chart: 'landedValue',
  },
  transfers: {
    kind: 'grouped',
    name: 'transfers',
    area: 'stock',
    needs: ['transfers'],
    document: 'transfer',
    dimensions: ['branch', 'item', ...timeDimensions, 'document'],
    columns: [
      { key: 'transfers', type: 'count' },
      { key: 'transferredOut', type: 'quantity' },
      { key: 'transferredIn', type: 'quantity' },
      { key: 'outValue', type: 'money' },
      { key: 'inValue', type: 'money' },
    ],
    chart: 'outValue',
  },
  'production-yield': {
    kind: 'grouped',
    name: 'production-yield',
    area: 'kitchen',
    needs: ['production-batches'],
    document: 'production_batch',
    dimensions: ['item', 'reason', ...timeDimensions, 'branch', 'document'],
    columns: [
      { key: 'batches', type: 'count' },
      { key: 'good', type: 'quantity' },
      { key: 'lost', type: 'quantity' },
      { key: 'yield', type: 'percent', isOfOneItem: true },
      { key: 'usedValue', type: 'money', restriction: 'costs' },
      { key: 'lostValue', type: 'money', restriction: 'costs' },
    ],
    chart: 'batches',
  },
  sales: {
    kind: 'grouped',
    name: 'sales',
    area: 'costs',
    needs: ['sales'],
    document: 'sales',
    dimensions: [...timeDimensions, 'branch', 'document'],
    columns: [{ key: 'net', type: 'money' }],
    chart: 'net',
  },
} as const satisfies Record<string, GroupedShape>;
