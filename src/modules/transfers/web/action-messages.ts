import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on transfers. Loaded with the actions. */
export const transferActionMessages = defineMessages('modules/transfers/web/action-messages', {
  create: (to: string) => `Transfer to ${to}`,
  change: (number: string) => `Edit ${number}`,
  move: (number: string, status: string) =>
    ({
      Sent: `Send ${number}`,
      Received: `Receive ${number}`,
      Draft: `Recall ${number}`,
      Cancelled: `Cancel ${number}`,
    })[status] ?? `${number}: ${status}`,
});
