import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the order lists of one branch and of all branches. */
export const listMessages = defineMessages('modules/orders/web/lists/orders-list/messages', {
  context: {
    branch: 'All orders and their status.',
    all: 'Orders from all branches.',
  },
  label: 'Orders',
  loading: 'Loading orders',
  failed: 'Failed to load orders',
  nothingMatches: 'No orders match the filters',
  search: 'Search orders',
  allStatuses: 'All statuses',
  open: 'Open',
  shippedBefore: (moment: string) => `Shipped before ${moment}`,
  removeFilter: 'Remove this filter',
  allBranches: 'All branches',
  allKitchens: 'All kitchens',
  from: 'Delivery on or after',
  to: 'Delivery on or before',
  empty: {
    branch: 'No orders yet',
    branchText: 'Create your first order in the order guide.',
    create: 'Create order',
    all: 'No branch has ordered yet',
    allText: 'Orders appear here as soon as a branch creates one.',
  },
  newOrder: 'New order',
  compare: 'Compare',
});
