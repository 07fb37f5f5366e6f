import type { OrderVerb } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const statuses = {
  Draft: 'Draft',
  'Under Review': 'Under review',
  'Sent to Central Kitchen': 'Sent to central kitchen',
  'Under Process': 'Under process',
  Shipped: 'Shipped',
  Received: 'Received',
  Rejected: 'Rejected',
  Cancelled: 'Cancelled',
} satisfies Record<OrderStatus, string>;

const verbs = {
  submit: 'Submit order',
  recall: 'Recall to draft',
  'send back': 'Send back',
  send: 'Send to central kitchen',
  reject: 'Reject',
  withdraw: 'Withdraw',
  accept: 'Accept',
  release: 'Release',
  ship: 'Ship',
  'un-ship': 'Take shipment back',
  receive: 'Receive',
  reopen: 'Reopen as draft',
  cancel: 'Cancel order',
} satisfies Record<OrderVerb, string>;

export const orderMessages = defineMessages({
  en: {
    statuses,
    verbs,
    stages: {
      Draft: 'Draft',
      'Under Review': 'Review',
      'Sent to Central Kitchen': 'Sent',
      'Under Process': 'In process',
      Shipped: 'Shipped',
      Received: 'Received',
    },
    progress: 'Progress of the order',
    stageReached: 'done',
    stageNow: 'now',
    facts: {
      branch: 'Branch',
      kitchen: 'Kitchen',
      deliveryDate: 'Delivery',
      orderType: 'Type',
      cutoff: 'Cut-off',
      createdBy: 'Made by',
      submitted: 'Submitted',
      deliveryNote: 'Delivery note',
      driver: 'Driver',
      vehicle: 'Vehicle',
      value: 'Value',
      fillRate: 'Fill rate',
      fillRateOf: (lines: string, units: string) => `${lines} of lines, ${units} of units`,
      notes: 'Notes',
    },
    flags: {
      late: 'After cut-off',
      urgent: 'Urgent',
      discrepancy: 'Discrepancy',
    },
    columns: {
      item: 'Item',
      orderQty: 'Ordered',
      approvedQty: 'Approved',
      pickedQty: 'Picked',
      shippedQty: 'Shipped',
      receivedQty: 'Accepted',
      damagedQty: 'Damaged',
      shortQty: 'Short',
      overQty: 'Over',
    },
    linesOf: (orderNo: string) => `Lines of ${orderNo}`,
    noLines: 'This order has no lines.',
    substitute: (item: string) => `Instead of ${item}`,
    history: 'History',
    historyMade: 'Created',
    reason: 'Reason',
    reasonHint: 'Goes into the history of the order, where the other side reads it.',
    reasonMissing: 'Say why.',
    back: 'Back',
    moveTitle: (verb: string, orderNo: string) => `${verb}: ${orderNo}`,
    confirm: {
      cancel: 'The order stays in the history and cannot be taken up again. You can copy it to a new draft.',
      reject: 'The branch is told, and sees the reason.',
      'send back': 'The order becomes a draft again, and the branch sees the reason.',
      'un-ship': 'The stock goes back from transit to the kitchen, by reversing moves.',
    },
    commonReasons: {
      reject: {
        unavailable: 'Not available',
        twice: 'Ordered twice',
        elsewhere: 'Not for this branch',
      },
      'send back': {
        tooMuch: 'Quantities too high',
        date: 'Wrong delivery date',
        missing: 'Items missing',
      },
      cancel: {
        mistake: 'Ordered by mistake',
        closed: 'Branch closed',
        unavailable: 'Not available',
      },
    },
    states: {
      queued: 'Queued',
      sending: 'Sending',
      sent: 'Sent',
      'needs-attention': 'Needs attention',
    },
  },
});
