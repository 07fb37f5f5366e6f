import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);
const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

/** The kitchen's pick list. */
export const pickMessages = defineMessages('features/order-lists/pick-list/messages', {
  context: (orderCount: number, itemCount: number) =>
    `${items(itemCount)} for ${orders(orderCount)} in process`,
  entered:
    'Take this list along the shelves. Picked quantities are entered per order in Order Processing & Prep.',
  enter: 'Enter picked quantities',
  loading: 'Loading the pick list',
  failed: 'Failed to load orders',
  print: 'Print',
  date: 'Delivery',
  allDates: 'All days',
  section: 'Section',
  allSections: 'All sections',
  kitchen: 'Kitchen',
  allKitchens: 'All kitchens',
  other: 'Other items',
  item: 'Item',
  needed: 'Needed',
  picked: 'Picked',
  available: 'Available',
  split: 'Per branch',
  unknown: 'Not known',
  missing: (amount: string) => `${amount} missing`,
  openOrder: (orderNo: string, branch: string) => `${branch}: open ${orderNo}`,
  more: (shown: number, total: string) => `The first ${formatCount(shown)} of ${total} orders in process.`,
  empty: 'Nothing to pick',
  emptyText: 'Items come here when an order is accepted on the kitchen’s dashboard.',
  toDashboard: 'Go to the dashboard',
  nothingMatches: 'Nothing to pick matches these filters',
});
