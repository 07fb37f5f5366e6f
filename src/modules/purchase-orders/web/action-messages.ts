import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued actions on purchase orders. Loaded with the actions. */
export const purchaseActionMessages = defineMessages('modules/purchase-orders/web/action-messages', {
  create: (suppliers: string) => `Purchase orders: ${suppliers}`,
  change: (number: string) => `Edit ${number}`,
  move: (number: string, status: string) =>
    ({
      'Pending Approval': `Request approval of ${number}`,
      Sent: `Send ${number}`,
      Closed: `Close ${number}`,
      Draft: `Send ${number} back`,
      Cancelled: `Cancel ${number}`,
    })[status] ?? `${number}: ${status}`,
  mail: (number: string) => `Email ${number} to the supplier`,
  remove: (number: string) => `Delete ${number}`,
});
