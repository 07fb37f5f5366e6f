import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);

/** The lists of orders: of a branch, of all branches, and the kitchen's. */
export const listMessages = defineMessages('features/order-lists/list-messages', {
  context: {
    branch: 'Every order from its draft to its receipt. A row opens it.',
    all: 'Orders of every branch, to look up, compare and save.',
    kitchen: 'Orders that ever reached the kitchen, by branch, day and status.',
  },
  label: 'Orders',
  loading: 'Loading orders',
  failed: 'Failed to load orders',
  nothingMatches: 'No order matches the filters',
  search: 'Search orders',
  status: 'Status',
  allStatuses: 'All statuses',
  open: 'Not finished',
  branch: 'Branch',
  allBranches: 'All branches',
  delivery: 'Delivery',
  from: 'Delivery from',
  to: 'Delivery until',
  columns: {
    orderNo: 'Order',
    status: 'Status',
    branch: 'Branch',
    kitchen: 'Kitchen',
    deliveryDate: 'Delivery',
    lines: 'Lines',
    ordered: 'Lines ordered',
    short: 'Lines short',
    value: 'Value',
    flags: 'Remarks',
    createdAt: 'Made',
    userName: 'Made by',
    sentAt: 'Sent',
    shippedAt: 'Shipped',
    receivedAt: 'Received',
    deliveryNote: 'Delivery note',
  },
  empty: {
    branch: 'No order yet',
    branchText: 'The first one begins in the order guide.',
    create: 'Create order',
    all: 'No branch has ordered yet',
    allText: 'Orders stand here as soon as a branch makes one.',
    kitchen: 'No order has reached the kitchen yet',
    kitchenText: 'Orders stand here from the moment a branch sends them.',
  },
  accept: (count: number) => `Accept ${orders(count)}`,
  acceptNone: 'None of the selected orders waits to be accepted.',
  accepted: (count: number) => `${orders(count)} accepted.`,
  notAccepted: (count: number, reason: string) => `${orders(count)} could not be accepted. ${reason}`,
  print: 'Print',
  newOrder: 'New order',
});
