import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on discrepancies. */
export const discrepancyActionMessages = defineMessages('collections/documents/discrepancy-messages', {
  resolve: (item: string, orderNo: string) => `Resolve ${item} of ${orderNo}`,
  comment: (item: string, orderNo: string) => `Comment on ${item} of ${orderNo}`,
});
