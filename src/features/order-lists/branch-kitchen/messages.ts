import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);

/** Texts of the branch's view of its kitchen. */
export const kitchenViewMessages = defineMessages('features/order-lists/branch-kitchen/messages', {
  context: (kitchen: string, branch: string) => `What ${branch} can order from ${kitchen}, and when it comes`,
  calendar: {
    title: 'Deliveries of the next 14 days',
    zone: (city: string) => `Times by the clock of ${city}`,
    day: 'Delivery',
    until: 'Order until',
    state: 'Order',
    left: (span: string) => `${span} left`,
    closed: 'Closed',
    missed: { branch: 'No delivery: the branch is closed', kitchen: 'No delivery: the kitchen is closed' },
    ordered: (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
    order: 'Order',
    none: 'No delivery days are set for this branch.',
  },
  items: {
    title: 'What can be ordered',
    search: 'Search item or code',
    loading: 'Loading items',
    failed: 'Failed to load items',
    count: items,
    more: (count: number) => `Show more (${formatCount(count)})`,
    item: 'Item',
    unit: 'Ordered by',
    step: 'In steps of',
    kitchen: 'At the kitchen',
    none: 'Not there now',
    unknown: 'Not known',
    other: 'Other items',
    nothingMatches: 'No item matches',
    empty: 'Nothing can be ordered yet',
    emptyText: 'Items stand here once they are made and can be ordered.',
  },
  stopped: {
    title: 'Stopped',
    text: 'These cannot be ordered at present. When they return is not recorded yet.',
    none: 'No item is stopped.',
  },
});
