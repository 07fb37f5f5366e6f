import { defineMessages } from '#src/lib/i18n/messages.ts';

export const classicMessages = defineMessages('features/dashboards/classic/messages', {
  context: 'Figures, orders by status, and the orders themselves. No charts.',
  byStatus: 'Orders by status',
  all: 'All orders',
  status: 'Status',
  count: 'Orders',
  notKnown: 'Could not be counted',
  list: {
    label: 'Orders',
    loading: 'Loading orders',
    failed: 'Failed to load orders',
    nothingMatches: 'No order matches the filters',
    search: 'Search number or branch',
  },
  filters: {
    status: 'Status',
    allStatuses: 'All statuses',
    branch: 'Branch',
    allBranches: 'All branches',
    delivery: 'Delivery',
    from: 'Delivery from',
    to: 'Delivery to',
  },
  empty: 'No orders yet',
  emptyText: 'An order appears here as soon as a branch creates it.',
  notAllowed: 'Your role sees no orders.',
});
