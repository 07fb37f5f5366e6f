import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on supplier invoices. */
export const invoiceActionMessages = defineMessages('collections/documents/invoice-messages', {
  create: (from: string) => `Invoice or credit note of ${from}`,
  edit: (number: string) => `Change ${number}`,
  remove: (number: string) => `Delete ${number}`,
  move: (number: string) => `Post or take back ${number}`,
});
