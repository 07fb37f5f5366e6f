import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on discrepancies. Loaded with the actions. */
export const discrepancyActionMessages = defineMessages('modules/discrepancies/web/action-messages', {
  resolve: (item: string, orderNo: string) => `Resolve ${item} of ${orderNo}`,
  comment: (item: string, orderNo: string) => `Comment on ${item} of ${orderNo}`,
});
