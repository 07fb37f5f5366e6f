import { defineMessages } from '#src/lib/i18n/messages.ts';

export const purchaseStatusMessages = defineMessages('entities/purchase-order/messages', {
  statuses: {
    Draft: 'Draft',
    'Pending Approval': 'Awaiting approval',
    Sent: 'Sent',
    Closed: 'Closed',
    Cancelled: 'Cancelled',
  },
});
