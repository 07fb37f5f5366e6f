import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What is done to discrepancies, as it is called while it waits to be sent. */
export const discrepancyActionMessages = defineMessages('collections/documents/discrepancy-messages', {
  resolve: (item: string, orderNo: string) => `Resolve ${item} of ${orderNo}`,
  comment: (item: string, orderNo: string) => `Comment on ${item} of ${orderNo}`,
});
