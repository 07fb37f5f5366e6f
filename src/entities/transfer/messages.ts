import { defineMessages } from '#src/lib/i18n/messages.ts';

export const transferStatusMessages = defineMessages('entities/transfer/messages', {
  returnThis: 'Return from this delivery',
  statuses: { Draft: 'Draft', Sent: 'On the way', Received: 'Received', Cancelled: 'Cancelled' },
});
