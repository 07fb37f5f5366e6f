import { defineMessages } from '#src/lib/i18n/messages.ts';

export const transferStatusMessages = defineMessages('entities/transfer/messages', {
  returnThis: 'Return from this delivery',
  statuses: { Draft: 'Draft', Sent: 'In transit', Received: 'Received', Cancelled: 'Cancelled' },
});
