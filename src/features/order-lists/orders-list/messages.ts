import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts of the order lists of one branch and of all branches. */
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
});
