import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a goods receipt. Loaded by every component that shows the status. */
export const receiptStatusMessages = defineMessages('modules/goods-receipts/web/status-messages', {
  statuses: { Posted: 'Posted', Reversed: 'Reversed' },
});
