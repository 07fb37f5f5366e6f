import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

/** Strings for the branch's view of its kitchen. */
export const kitchenViewMessages = defineMessages('modules/orders/web/lists/branch-kitchen/messages', {
  context: (kitchen: string, branch: string) =>
    `Items that ${branch} can order from ${kitchen}, and delivery times`,
  calendar: {
    title: 'Deliveries in the next 14 days',
    zone: (city: string) => `${city} time`,
    day: 'Delivery',
    until: 'Order by',
    state: 'Order',
    timeLeft: (span: string) => `${span} left`,
    closed: 'Closed',
    missed: { branch: 'No delivery: the branch is closed', kitchen: 'No delivery: the kitchen is closed' },
    ordered: (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
    order: 'Order',
    none: 'No delivery days are set for this branch.',
  },
  items: {
    title: 'Items you can order',
    search: 'Search item or code',
    loading: 'Loading items',
    failed: 'Couldn’t load items',
    count: items,
    more: (count: number) => `Show more (${formatCount(count)})`,
    item: 'Item',
    unit: 'Order unit',
    step: 'Multiples of',
    kitchen: 'Kitchen stock',
    none: 'Out of stock',
    unknown: 'Unknown',
    other: 'Other items',
    nothingMatches: 'No matching items',
    empty: 'Nothing to order yet',
    emptyText: 'Items that this branch can order appear here.',
  },
  stopped: {
    title: 'Can’t be ordered',
    text: 'These items can’t be ordered at the moment. No date is set for when they’ll be available again.',
    none: 'All items can be ordered.',
  },
});
