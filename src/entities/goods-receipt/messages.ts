import { defineMessages } from '#src/lib/i18n/messages.ts';

export const receiptStatusMessages = defineMessages('entities/goods-receipt/messages', {
  statuses: { Posted: 'Posted', Reversed: 'Reversed' },
});
