import { defineMessages } from '#src/lib/i18n/messages.ts';

/** The page of orders in process, and the list of them; what is said of one comes with it. */
export const processListMessages = defineMessages('features/kitchen/processing/process-list-messages', {
  context: 'Pick, check, ship. What you enter is saved by itself.',
  label: 'Orders in process',
  search: 'Search order or branch',
  loading: 'Loading orders in process',
  failed: 'Failed to load orders',
  empty: 'Nothing to pick',
  emptyText: 'Orders come here when they are accepted on the dashboard.',
  toDashboard: 'Go to the dashboard',
  noMatch: 'No order in process matches',
  progress: (done: number, all: number) => `${done} of ${all} picked`,
  more: (shown: number, total: string) => `The first ${shown} of ${total} orders.`,
  back: 'All orders in process',
  choose: 'Choose an order to pick.',
});
