import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What queued actions on suppliers' invoices are called. */
export const invoiceActionMessages = defineMessages('collections/documents/invoice-messages', {
  create: (from: string) => `Invoice or credit note of ${from}`,
  edit: (number: string) => `Change ${number}`,
  remove: (number: string) => `Delete ${number}`,
  move: (number: string) => `Post or take back ${number}`,
});
