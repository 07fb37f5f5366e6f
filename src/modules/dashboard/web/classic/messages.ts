import { defineMessages } from '#platform/web/i18n/messages.ts';

export const classicMessages = defineMessages('modules/dashboard/web/classic/messages', {
  context: 'Figures, orders by status and the order list, without charts.',
  byStatus: 'Orders by status',
  all: 'All orders',
  status: 'Status',
  count: 'Orders',
  countFailed: 'Couldn’t load the number of orders',
  list: {
    label: 'Orders',
    loading: 'Loading orders',
    failed: 'Failed to load orders',
    nothingMatches: 'No orders match the filters',
    search: 'Search number or branch',
  },
  filters: {
    status: 'Status',
    allStatuses: 'All statuses',
    branch: 'Branch',
    allBranches: 'All branches',
    delivery: 'Delivery',
    from: 'Delivery on or after',
    to: 'Delivery on or before',
  },
  empty: 'No orders yet',
  emptyText: 'Orders appear here when a branch creates them.',
  notAllowed: 'You don’t have access to orders.',
});
