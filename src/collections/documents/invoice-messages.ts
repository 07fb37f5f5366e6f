import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on supplier invoices. */
export const invoiceActionMessages = defineMessages('collections/documents/invoice-messages', {
  create: (from: string) => `Invoice or credit note from ${from}`,
  edit: (number: string) => `Edit ${number}`,
  remove: (number: string) => `Delete ${number}`,
  move: (number: string) => `Post or reverse ${number}`,
});
