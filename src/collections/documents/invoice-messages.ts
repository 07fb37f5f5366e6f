import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What queued actions on suppliers' invoices are called. */
export const invoiceActionMessages = defineMessages('collections/documents/invoice-messages', {
  move: (number: string) => `Post or take back ${number}`,
});
