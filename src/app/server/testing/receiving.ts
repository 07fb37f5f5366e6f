import { expect } from 'vitest';
import type { GoodsReceipt } from '#modules/goods-receipts/shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { TestClient } from './client.ts';
import type { TestApp } from './create-test-app.ts';
import { createSupplier } from './document-samples.ts';

type Body = Readonly<Record<string, unknown>>;

/** Creates a sent purchase order for branch 1. */
export async function createSentPurchaseOrder(
  t: TestApp,
  items: readonly Body[],
  overrides: Body = {},
): Promise<PurchaseOrder> {
  const created = await t
    .as('branch')
    .post('/purchase-orders', { supplier: await createSupplier(t), items, ...overrides });
  expect(created.status, created.text).toBe(201);
  const sent = await t.as('branch').patch(`/purchase-orders/${created.body._id}`, { status: 'Sent' });
  expect(sent.status, sent.text).toBe(200);
  return sent.body;
}

/** Posts a receipt. */
export async function postReceipt(
  t: TestApp,
  body: Body,
  as: TestClient = t.as('branch'),
): Promise<GoodsReceipt> {
  const response = await as.post('/goods-receipts', body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}

/**
 * Posts a receipt that is rejected, and returns the status, the code, and the names of the invalid fields.
 */
export async function postRefusedReceipt(t: TestApp, body: Body, as: TestClient = t.as('branch')) {
  const { status, body: response } = await as.post('/goods-receipts', body);
  return { status, code: response.code, fields: Object.keys(response.fields ?? {}) };
}
