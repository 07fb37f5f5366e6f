import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the comparison of orders, branches and days. */
export const compareMessages = defineMessages('modules/orders/web/lists/compare/messages', {
  compareSelected: 'Compare',
  howMany: (max: number) => `Select 2 to ${max} orders to compare.`,
  title: 'Compare orders',
  back: 'All orders',
  csv: 'Save as CSV',
  csvSaved: (count: number) =>
    count === 1 ? 'Saved 1 item as CSV.' : `Saved ${formatCount(count)} items as CSV.`,
  print: 'Print',
  compareBy: 'Compare by',
  by: { orders: 'Orders', branches: 'Branches', days: 'Days' },
  context: {
    orders: 'Current quantities of the selected orders.',
    branches:
      'Orders from each branch for delivery in this period. Drafts, rejected and cancelled orders are excluded.',
    days: 'Orders for delivery on each day. Drafts, rejected and cancelled orders are excluded.',
  },
  loading: 'Loading the comparison',
  failed: 'Couldn’t load the comparison',
  branches: 'Branches to compare',
  delivery: 'Delivery',
  from: 'Delivery on or after',
  to: 'Delivery on or before',
  days: 'Delivery days to compare',
  day: (nth: number) => `Day ${nth}`,
  branch: 'Branch',
  allBranches: 'All branches',
  measure: 'Quantity',
  measures: { ordered: 'Ordered', shipped: 'Shipped', received: 'Received' },
  sort: 'Sort',
  sorts: { item: 'By item', difference: 'Largest difference first', total: 'Largest total first' },
  onlyDiffering: 'Only differences',
  choose: {
    orders: 'Select orders in the list',
    ordersText: 'Select two or more orders, then choose Compare.',
    branches: 'Select two or more branches',
    days: 'Select two or more days',
  },
  nothing: 'Nothing to compare',
  nothingText: 'No items were ordered, or all quantities are the same.',
  code: 'Code',
  item: 'Item',
  unit: 'Unit',
  total: 'Total',
  differenceTo: (column: string, first: string) => `${column} minus ${first}`,
  rule: (first: string) =>
    `Small numbers show the difference from ${first}. Quantities are in each item’s base unit.`,
  orders: (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
  lines: (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`),
  value: 'Value',
  table: 'Quantities side by side',
  showing: (shown: number, all: number) => `${formatCount(shown)} of ${formatCount(all)} items`,
  more: 'Show all items',
});
