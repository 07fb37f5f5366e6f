import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on supplier invoices. Loaded with the actions. */
export const invoiceActionMessages = defineMessages('modules/supplier-invoices/web/action-messages', {
  create: (from: string) => `Invoice or credit note from ${from}`,
  edit: (number: string) => `Edit ${number}`,
  remove: (number: string) => `Delete ${number}`,
  move: (number: string) => `Post or reverse ${number}`,
});
