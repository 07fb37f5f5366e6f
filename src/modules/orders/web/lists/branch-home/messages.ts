import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the branch home page and its inventory control. */
export const homeMessages = defineMessages('modules/orders/web/lists/branch-home/messages', {
  context: (branch: string, kitchen: string) => `${branch} · orders from ${kitchen}`,
  branch: 'Branch',
  newOrder: 'New order',
  loading: 'Loading the branch',
  failed: 'Failed to load orders',
  branchesFailed: 'Couldn’t load branches',
  cutoff: {
    title: 'Next cut-off',
    timeLeft: (span: string) => `${span} left`,
    until: (instant: string) => `Order by ${instant}`,
    delivery: (day: string) => `for delivery on ${day}`,
    none: 'No delivery days are set for this branch.',
    setDays: 'Set delivery days',
    ordered: (orderNo: string) => `Ordered: ${orderNo}`,
    draft: (orderNo: string) => `${orderNo} is still a draft.`,
    missing: 'No order for this day yet.',
    order: 'Order for this day',
  },
  stages: { title: 'Orders by stage' },
  substitutes: {
    title: 'Substitutes to accept or refuse',
    row: (orderNo: string, count: number) =>
      count === 1 ? `${orderNo}: 1 substitute` : `${orderNo}: ${formatCount(count)} substitutes`,
  },
  drafts: {
    title: 'Drafts',
    none: 'No drafts.',
    all: 'All drafts',
    row: (day: string, lines: number) =>
      `Delivery ${day} · ${lines === 1 ? '1 line' : `${formatCount(lines)} lines`}`,
  },
  deliveries: {
    title: 'Deliveries to receive',
    none: 'No deliveries in transit.',
    all: 'All deliveries',
    row: (age: string) => `Shipped ${age}`,
  },
  low: {
    title: 'Running low',
    none: 'No items below minimum or par.',
    more: (count: number) => `${formatCount(count)} more`,
    row: (onHand: string, want: string) => `${onHand} of ${want}`,
    states: { negative: 'Negative', out: 'Out', belowMin: 'Below min', belowPar: 'Below par' },
    order: 'Order',
    failed: 'Couldn’t load stock.',
  },
  wastage: {
    title: 'Recent wastage',
    week: 'in the last 7 days',
    none: 'No wastage recorded in the last 7 days.',
    all: 'All wastage',
    record: 'Record wastage',
    failed: 'Couldn’t load wastage.',
  },
  inventory: {
    context: (branch: string) => `Receiving, counts and wastage at ${branch}`,
    receive: 'Receive deliveries from the kitchen',
    count: 'Count stock on hand',
    waste: 'Record waste',
    transfers: 'Send to another location or return goods',
    loading: 'Loading stock',
  },
  counts: {
    title: 'Counts due',
    none: 'No counts scheduled.',
    failed: 'Couldn’t load the count schedule.',
    by: (day: string, time: string) => `${day}, by ${time}`,
    types: { full: 'Full', cycle: 'Cycle' },
    count: 'Count',
    schedules: 'Count schedule',
    more: (count: number) => `${count} more in the count schedule`,
  },
});
