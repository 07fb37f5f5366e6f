import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for deliveries of both orders and transfers. */
export const shipmentMessages = defineMessages('modules/shipments/web/messages', {
  returnGoods: 'Return items from this delivery',
});
