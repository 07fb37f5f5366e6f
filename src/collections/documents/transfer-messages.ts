import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued actions on transfers. */
export const transferActionMessages = defineMessages('collections/documents/transfer-messages', {
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
