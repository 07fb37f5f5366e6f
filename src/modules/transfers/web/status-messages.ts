import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Statuses of a transfer. Loaded by every component that shows the status. */
export const transferStatusMessages = defineMessages('modules/transfers/web/status-messages', {
  statuses: { Draft: 'Draft', Sent: 'In transit', Received: 'Received', Cancelled: 'Cancelled' },
});
