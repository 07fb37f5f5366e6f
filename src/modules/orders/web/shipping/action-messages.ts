import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued shipments of several orders, and of their reversal. Loaded with the actions. */
export const shippingMessages = defineMessages('modules/orders/web/shipping/action-messages', {
  ship: (count: number) => (count === 1 ? 'Ship 1 order' : `Ship ${formatCount(count)} orders`),
  unship: (count: number) => (count === 1 ? 'Undo 1 shipment' : `Undo ${formatCount(count)} shipments`),
  unshipFailed: 'Couldn’t undo the shipments.',
  failed: 'Couldn’t ship the orders.',
});
