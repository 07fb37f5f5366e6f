import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a purchase order. Loaded by every component that shows the status. */
export const purchaseStatusMessages = defineMessages('modules/purchase-orders/web/status-messages', {
  statuses: {
    Draft: 'Draft',
    'Pending Approval': 'Awaiting approval',
    Sent: 'Sent',
    Closed: 'Closed',
    Cancelled: 'Cancelled',
  },
});
