import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);

/** Strings for the kitchen's order list. Loaded only with that list, so that other lists don't fetch them. */
export const kitchenListMessages = defineMessages('modules/orders/web/lists/orders-list/kitchen-messages', {
  context: 'All orders sent to the kitchen.',
  linesOrdered: 'Lines ordered',
  linesShort: 'Short lines',
  empty: 'No orders sent to the kitchen yet',
  emptyText: 'Orders appear here as soon as a branch sends them.',
  accept: (count: number) => (count === 0 ? 'Accept orders' : `Accept ${orders(count)}`),
  acceptNone: 'None of the selected orders is waiting to be accepted.',
  accepted: (count: number) => `${orders(count)} accepted.`,
  notAccepted: (count: number, reason: string) => `Couldn’t accept ${orders(count)}. ${reason}`,
  print: 'Print',
  printNotes: (count: number) => {
    if (count === 0) return 'Print delivery notes';
    return count === 1 ? 'Print 1 delivery note' : `Print ${formatCount(count)} delivery notes`;
  },
  printNone: 'None of the selected orders has a delivery note yet.',
});
