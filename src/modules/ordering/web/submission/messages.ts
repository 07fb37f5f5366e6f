import { defineMessages } from '#platform/web/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

/** Strings for drafts and orders under review: list, warnings and bulk actions. */
export const submissionMessages = defineMessages('modules/ordering/web/submission/messages', {
  lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
  context: 'Drafts and orders under review.',
  create: 'New order',
  tabs: { Draft: 'Drafts', 'Under Review': 'Under review' },
  tabsLabel: 'Status',
  search: 'Search number, branch or person',
  date: 'Delivery date',
  allBranches: 'All branches',
  loading: 'Loading orders',
  failed: 'Failed to load orders',
  emptyDraft: 'No drafts',
  emptyDraftText: 'Orders you save as drafts stay here until you submit them.',
  emptyReview: 'Nothing under review',
  emptyReviewText: 'Submitted orders stay here until they’re sent to the central kitchen.',
  nothingMatches: 'No orders match these filters',
  columns: {
    changed: 'Changed',
    warnings: 'Warnings',
  },
  selectAll: 'Select all orders shown',
  selectOrder: (orderNo: string) => `Select ${orderNo}`,
  selected: (count: number) => `${orders(count)} selected`,
  clearSelection: 'Clear selection',
  bulkSubmit: (count: number) => (count === 0 ? 'Submit orders' : `Submit ${orders(count)}`),
  bulkSend: (count: number) => (count === 0 ? 'Send orders' : `Send ${orders(count)}`),
  bulkDone: (count: number) => `Saving ${orders(count)}.`,
  bulkRefused: (count: number) => `Couldn’t save ${orders(count)}. The reasons are shown in the list.`,
  warnings: {
    noLines: 'No lines',
    past: 'Delivery date has passed',
    duplicate: 'Second order for this day',
  },
  queued: {
    title: 'Not sent yet',
    text: 'The order is saved on this device. It will be sent when you’re back online.',
    order: (day: string) => `New order for ${day}`,
  },
  unsaved: 'Unsaved changes',
  notAllowed: 'You can’t submit or send the selected orders.',
});
