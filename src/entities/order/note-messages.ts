import { defineMessages } from '#src/lib/i18n/messages.ts';

/** The paper that travels with the goods. */
export const noteMessages = defineMessages('entities/order/note-messages', {
  title: 'Delivery note',
  number: 'Number',
  order: 'Order',
  from: 'From',
  to: 'To',
  date: 'Shipped',
  delivery: 'Delivery',
  driver: 'Driver',
  vehicle: 'Vehicle',
  code: 'Code',
  item: 'Item',
  ordered: 'Ordered',
  shipped: 'Shipped',
  received: 'Received',
  remark: 'Remark',
  handedOver: 'Handed over by, date, signature',
  receivedBy: 'Received by, date, signature',
});
