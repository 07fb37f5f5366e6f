import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on goods receipts. */
export const receiptActionMessages = defineMessages('collections/documents/receipt-messages', {
  create: (from: string) => `Goods from ${from}`,
  change: (number: string) => `Change ${number}`,
  reverse: (number: string) => `Take ${number} back`,
});
