import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on goods receipts. */
export const receiptActionMessages = defineMessages('collections/documents/receipt-messages', {
  create: (from: string) => `Goods receipt from ${from}`,
  change: (number: string) => `Edit ${number}`,
  reverse: (number: string) => `Reverse ${number}`,
});
