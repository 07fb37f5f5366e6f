import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued shipments of several orders, and of their reversal. */
export const shippingMessages = defineMessages('collections/orders/shipping-messages', {
  ship: (count: number) => (count === 1 ? 'Ship 1 order' : `Ship ${formatCount(count)} orders`),
  takeBack: (count: number) =>
    count === 1 ? 'Take 1 shipment back' : `Take ${formatCount(count)} shipments back`,
  failedBack: 'Failed to take the shipments back',
  failed: 'Failed to ship the orders',
});
