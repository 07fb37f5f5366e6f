import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Texts for deliveries of orders and transfers alike. */
export const shipmentMessages = defineMessages('modules/shipments/web/messages', {
  returnGoods: 'Return from this delivery',
});
