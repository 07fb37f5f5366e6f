import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on goods receipts. Loaded with the actions. */
export const receiptActionMessages = defineMessages('modules/goods-receipts/web/action-messages', {
  create: (from: string) => `Goods receipt from ${from}`,
  change: (number: string) => `Edit ${number}`,
  reverse: (number: string) => `Reverse ${number}`,
});
