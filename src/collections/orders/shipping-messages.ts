import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued shipments of several orders, and of their reversal. */
export const shippingMessages = defineMessages('collections/orders/shipping-messages', {
  ship: (count: number) => (count === 1 ? 'Ship 1 order' : `Ship ${formatCount(count)} orders`),
  takeBack: (count: number) => (count === 1 ? 'Unship 1 order' : `Unship ${formatCount(count)} orders`),
  failedBack: 'Couldn’t unship the orders.',
  failed: 'Couldn’t ship the orders.',
});
