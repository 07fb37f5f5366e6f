import { defineMessages } from '#src/lib/i18n/messages.ts';

/** One order beside the list it was opened from. */
export const panelMessages = defineMessages('features/order-lists/orders-list/panel-messages', {
  loading: 'Loading the order',
  failed: 'Failed to load the order',
  gone: 'This order is not here any more, or not yours to see.',
  lines: 'Lines',
  printNote: 'Print delivery note',
  again: 'Order again',
  work: {
    submission: 'Edit or send on',
    accept: 'Accept or reject',
    pick: 'Pick and ship',
    receive: 'Receive',
  },
});
