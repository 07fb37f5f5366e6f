import { z } from 'zod';
import { maxOrdersPerShipment } from '#modules/orders/shipping.ts';
import { orderTransport } from '#modules/orders/input.ts';

const hasNoDuplicates = ({ orders }: { orders: readonly { orderId: string }[] }) =>
  new Set(orders.map(({ orderId }) => orderId)).size === orders.length;

/** An order to ship, with the version that the client read; a changed order isn't shipped. */
const orderToShip = z.strictObject({
  orderId: z.string().min(1),
  version: z.int(),
  crates: orderTransport.crates,
});

/**
 * `POST /orders/ship`: ships the orders of one vehicle in the given sequence. Each order is checked on its
 * own.
 */
export const shipTogetherInput = z
  .strictObject({
    orders: z.array(orderToShip).min(1).max(maxOrdersPerShipment, `At most ${maxOrdersPerShipment} orders`),
    driver: orderTransport.driver,
    vehicle: orderTransport.vehicle,
    departsAt: orderTransport.departsAt,
  })
  .refine(hasNoDuplicates, { error: 'Enter each order only once', path: ['orders'] });
export type ShipTogetherInput = z.output<typeof shipTogetherInput>;

/** `POST /orders/unship`: unships orders. Each order is checked on its own. */
export const unshipInput = z
  .strictObject({
    orders: z
      .array(z.strictObject({ orderId: z.string().min(1), version: z.int() }))
      .min(1)
      .max(maxOrdersPerShipment, `At most ${maxOrdersPerShipment} orders`),
  })
  .refine(hasNoDuplicates, { error: 'Enter each order only once', path: ['orders'] });
export type UnshipInput = z.output<typeof unshipInput>;
