import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts of the comparison of orders, branches and days. */
export const compareMessages = defineMessages('features/order-lists/compare/messages', {
  compareSelected: 'Compare',
  howMany: (most: number) => `Choose 2 to ${most} orders to compare.`,
  title: 'Compare orders',
  back: 'All orders',
  csv: 'Save as CSV',
  csvSaved: (count: number) =>
    count === 1 ? 'Saved 1 item as CSV.' : `Saved ${formatCount(count)} items as CSV.`,
  print: 'Print',
  what: 'What is compared',
  by: { orders: 'Orders', branches: 'Branches', days: 'Days' },
  context: {
    orders: 'The chosen orders, as they stand now.',
    branches:
      'What branches submitted for delivery on these days, without drafts and what was rejected or cancelled.',
    days: 'What was submitted for delivery on each day, without drafts and what was rejected or cancelled.',
  },
  loading: 'Comparing',
  failed: 'Failed to compare',
  branches: 'Branches to compare',
  delivery: 'Delivery',
  from: 'Delivery from',
  to: 'Delivery until',
  days: 'Delivery days to compare',
  day: (nth: number) => `Day ${nth}`,
  branch: 'Branch',
  allBranches: 'All branches',
  measure: 'Quantity',
  measures: { ordered: 'Ordered', shipped: 'Shipped', received: 'Received' },
  sort: 'Sort',
  sorts: { item: 'By item', difference: 'Largest difference first', total: 'Largest total first' },
  onlyDiffering: 'Only what differs',
  choose: {
    orders: 'Choose orders in the list',
    ordersText: 'Select two or more orders there, and press Compare.',
    branches: 'Choose two or more branches',
    days: 'Choose two or more days',
  },
  nothing: 'Nothing to compare',
  nothingText: 'Nothing was ordered of any item, or all quantities are the same.',
  code: 'Code',
  item: 'Item',
  unit: 'Unit',
  total: 'Total',
  differenceTo: (column: string, first: string) => `${column} less ${first}`,
  rule: (first: string) =>
    `Small figures: how much more or less than ${first}. Quantities in the base unit of each item.`,
  orders: (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
  lines: (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`),
  value: 'Value',
  table: 'Quantities side by side',
  showing: (shown: number, all: number) => `${formatCount(shown)} of ${formatCount(all)} items`,
  more: 'Show all items',
});
