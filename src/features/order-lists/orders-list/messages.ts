import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);

/** The lists of orders: of a branch, of all branches, and the kitchen's. */
export const listMessages = defineMessages('features/order-lists/orders-list/messages', {
  context: {
    branch: 'Every order from its draft to its receipt. A row opens it.',
    all: 'Orders of every branch, to look up, compare and save.',
  },
  label: 'Orders',
  loading: 'Loading orders',
  failed: 'Failed to load orders',
  nothingMatches: 'No order matches the filters',
  search: 'Search orders',
  status: 'Status',
  allStatuses: 'All statuses',
  open: 'Not finished',
  shippedBefore: (moment: string) => `Shipped before ${moment}`,
  takeOff: 'Take this filter off',
  branch: 'Branch',
  allBranches: 'All branches',
  allKitchens: 'All kitchens',
  delivery: 'Delivery',
  from: 'Delivery from',
  to: 'Delivery until',
  empty: {
    branch: 'No order yet',
    branchText: 'The first one begins in the order guide.',
    create: 'Create order',
    all: 'No branch has ordered yet',
    allText: 'An order appears here as soon as a branch creates it.',
  },
  newOrder: 'New order',
  compare: 'Compare',
  kitchen: {
    context: 'Orders that ever reached the kitchen, by branch, day and status.',
    linesOrdered: 'Lines ordered',
    linesShort: 'Lines short',
    empty: 'No order has reached the kitchen yet',
    emptyText: 'Orders stand here from the moment a branch sends them.',
    accept: (count: number) => `Accept ${orders(count)}`,
    acceptNone: 'None of the selected orders waits to be accepted.',
    accepted: (count: number) => `${orders(count)} accepted.`,
    notAccepted: (count: number, reason: string) => `${orders(count)} could not be accepted. ${reason}`,
    print: 'Print',
    printNotes: (count: number) =>
      `Print ${count === 1 ? '1 delivery note' : `${formatCount(count)} delivery notes`}`,
    printNone: 'None of the selected orders has a delivery note yet.',
  },
});
