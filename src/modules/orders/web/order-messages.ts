import type { OrderVerb } from '../status.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const verbs = {
  submit: 'Submit order',
  recall: 'Back to draft',
  'send back': 'Back to draft',
  send: 'Send to central kitchen',
  reject: 'Reject',
  withdraw: 'Recall from kitchen',
  accept: 'Accept',
  release: 'Release',
  ship: 'Ship',
  unship: 'Undo shipment',
  receive: 'Receive',
  reopen: 'Reopen as draft',
  cancel: 'Cancel order',
} satisfies Record<OrderVerb, string>;

/** Strings for orders. Loaded when the first order is shown. */
export const orderMessages = defineMessages('modules/orders/web/order-messages', {
  verbs,
  orderTypes: { Regular: 'Regular', Urgent: 'Urgent', Schedule: 'Scheduled' },
  progress: 'Order progress',
  fillRateDetails: (lines: string, units: string) => `${lines} of lines, ${units} of units`,
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
  panel: {
    loading: 'Loading the order',
    failed: 'Couldn’t load the order',
    gone: 'This order doesn’t exist or you don’t have access to it.',
    lines: 'Lines',
    printNote: 'Print delivery note',
    orderAgain: 'Order again',
    work: {
      submission: 'Edit or send',
      accept: 'Accept or reject',
      pick: 'Pick and ship',
      receive: 'Receive',
    },
  },
  linesLabel: (orderNo: string) => `Lines of ${orderNo}`,
  noLines: 'This order has no lines.',
  temperature: (degrees: string) => `${degrees} °C on receipt`,
  substitute: (item: string) => `Substitute for ${item}`,
  confirm: {
    cancel: 'The order stays in the history and can’t be reopened. You can copy it to a new draft.',
    reject: 'The branch is notified and sees the reason.',
    'send back': 'The order becomes a draft again. The branch sees the reason.',
    unship: 'The stock returns from transit to the kitchen.',
  },
  /** The delivery note. */
  note: {
    title: 'Delivery note',
    number: 'Number',
    from: 'From',
    to: 'To',
    code: 'Code',
    received: 'Received',
    remark: 'Remark',
    replacedBy: (items: string) => `Replaced by ${items}`,
    handedOver: 'Handed over by, date, signature',
    receivedBy: 'Received by, date, signature',
  },
});
