import { z } from 'zod';
import { maxOrdersPerShipment } from '#domain/orders/shipping.ts';
import { orderTransport } from './orders.ts';

const eachOnce = ({ orders }: { orders: readonly { orderId: string }[] }) =>
  new Set(orders.map(({ orderId }) => orderId)).size === orders.length;

/** One of the orders that are to go, as it was seen: one that has changed since stays. */
const orderToShip = z.strictObject({
  orderId: z.string().min(1),
  version: z.int(),
  crates: orderTransport.crates,
});

/** `POST /orders/ship`: ships orders of one vehicle, each by its own rules, in the order in which they stand here. */
export const shipTogetherInput = z
  .strictObject({
    orders: z.array(orderToShip).min(1).max(maxOrdersPerShipment, `At most ${maxOrdersPerShipment} orders`),
    driver: orderTransport.driver,
    vehicle: orderTransport.vehicle,
    departsAt: orderTransport.departsAt,
  })
  .refine(eachOnce, { error: 'Enter each order only once', path: ['orders'] });
export type ShipTogetherInput = z.output<typeof shipTogetherInput>;

/** `POST /orders/take-back`: takes back what was shipped, each order by its own rules. */
export const unshipInput = z
  .strictObject({
    orders: z
      .array(z.strictObject({ orderId: z.string().min(1), version: z.int() }))
      .min(1)
      .max(maxOrdersPerShipment, `At most ${maxOrdersPerShipment} orders`),
  })
  .refine(eachOnce, { error: 'Enter each order only once', path: ['orders'] });
export type UnshipInput = z.output<typeof unshipInput>;

const orderOfRun = z.object({ _id: z.string(), orderNo: z.string(), branchName: z.string() });

/** As a refusal of that order alone would have been answered. */
const refused = z.array(
  orderOfRun.extend({
    error: z.string(),
    code: z.string(),
    reason: z.string(),
    params: z.record(z.string(), z.string()),
  }),
);

/**
 * What became of each order. One that was on its way already when the call came is among `shipped` with `isEarlier`: it is
 * where it was wanted, and nothing was done to it.
 */
export const shippedTogether = z.object({
  shipped: z.array(
    orderOfRun.extend({
      version: z.number(),
      deliveryNoteNo: z.string().nullable(),
      isEarlier: z.boolean(),
    }),
  ),
  refused,
});
export type ShippedTogether = z.output<typeof shippedTogether>;

/** What became of each order that was to come back. One that was in process already is among them with `isEarlier`. */
export const unshippedTogether = z.object({
  takenBack: z.array(orderOfRun.extend({ version: z.number(), isEarlier: z.boolean() })),
  refused,
});
export type UnshippedTogether = z.output<typeof unshippedTogether>;
