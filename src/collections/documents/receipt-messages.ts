import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What queued actions on goods receipts are called. */
export const receiptActionMessages = defineMessages('collections/documents/receipt-messages', {
  create: (from: string) => `Goods from ${from}`,
  change: (number: string) => `Change ${number}`,
  reverse: (number: string) => `Take ${number} back`,
});
