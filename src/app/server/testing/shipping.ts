import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { expect } from 'vitest';
import { order as orderSchema } from '#modules/orders/shapes.ts';
import { shippedTogether } from '#modules/shipments/shapes.ts';
import type { LoadedOrder } from '#modules/orders/server/rows.ts';
import type { TestApp } from './create-test-app.ts';
import { createOrderInStatus } from './orders.ts';

export type ShippingUser = 'kitchen' | 'admin' | 'branch' | 'viewer';

const van = { driver: 'Sam', vehicle: 'Van 2', departsAt: '2026-03-06T05:30:00.000Z' };

/**
 * Helpers for shipping tests: pick, load and ship orders. `app` is a function because the test app is created
 * later.
 */
export function createShippingHelpers(app: () => TestApp) {
  /** Creates an order in process with all lines picked. */
  async function createPickedOrder(
    branch: string,
    ...lines: [itemId: string, qty: number][]
  ): Promise<LoadedOrder> {
    const order = await createOrderInStatus(app(), 'Under Process', {
      branch,
      items: lines.map(([itemId, orderQty]) => ({ itemId, orderQty })),
    });
    const items = order.lines.map(({ lineId }, index) => ({ lineId, pickedQty: lines[index]?.[1] }));
    const { status, text } = await app().as('kitchen').patch(`/orders/${order.header._id}`, { items });
    expect(status, text).toBe(200);
    return order;
  }
  const fetchOrder = async ({ header }: LoadedOrder, as: ShippingUser = 'admin') =>
    buildResponseSchema(orderSchema).parse((await app().as(as).get(`/orders/${header._id}`)).body);
  const buildRequestLine = async (order: LoadedOrder, overrides: object = {}) => ({
    orderId: order.header._id,
    version: (await fetchOrder(order)).version,
    ...overrides,
  });
  async function ship(orders: object[], as: ShippingUser = 'kitchen', key?: string) {
    const response = await app()
      .as(as)
      .post('/orders/ship', { ...van, orders }, key ? { 'idempotency-key': key } : {});
    if (response.status === 200)
      expect(buildResponseSchema(shippedTogether).parse(response.body)).toEqual(response.body);
    return response;
  }
  return { van, createPickedOrder, fetchOrder, buildRequestLine, ship };
}
