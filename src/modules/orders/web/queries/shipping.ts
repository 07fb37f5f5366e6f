import type { QueryClient } from '@tanstack/react-query';
import type { ShipTogetherInput, UnshipInput } from '#modules/shipments/input.ts';
import {
  type ShippedTogether,
  shippedTogether,
  type UnshippedTogether,
  unshippedTogether,
} from '#modules/shipments/shapes.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';
import { invalidateOrders } from './cache.ts';
import { shippingMessages } from '../shipping/action-messages.ts';

type FailedOrder = ShippedTogether['failed'][number];

type WithErrors<Result> = Omit<Result, 'failed'> & {
  failed: (Pick<FailedOrder, '_id' | 'orderNo' | 'branchName'> & { error: ApiError })[];
};

/** Result of shipping orders together. */
export type ShipTogetherResult = WithErrors<ShippedTogether>;

/** Ships one vehicle's orders in one request, with an idempotency key for repeated clicks and retries. */
export const shipTogetherAction = defineAction<ShipTogetherInput, ShipTogetherResult>({
  kind: 'orders.shipTogether',
  document: () => 'orders/ship',
  request: (body) => ({ method: 'post', path: 'orders/ship', body }),
  label: ({ orders }) => getMessages(shippingMessages).ship(orders.length),
  dedupeKey: ({ orders }) =>
    `orders.shipTogether ${orders.map(({ orderId, version }) => `${orderId} ${version}`).join(' ')}`,
  editPath: () => '/central-kitchen/order-processing-prep?ship=true',
  failure: () => getMessages(shippingMessages).failed,
  read: (body) => withErrors(readObject(shippedTogether, body)),
  onSent: invalidateAll,
});

/** Unships several shipments in one request, each checked on its own. */
export const unshipTogetherAction = defineAction<UnshipInput, WithErrors<UnshippedTogether>>({
  kind: 'orders.unshipTogether',
  document: () => 'orders/unship',
  request: (body) => ({ method: 'post', path: 'orders/unship', body }),
  label: ({ orders }) => getMessages(shippingMessages).unship(orders.length),
  dedupeKey: ({ orders }) =>
    `orders.unshipTogether ${orders.map(({ orderId, version }) => `${orderId} ${version}`).join(' ')}`,
  failure: () => getMessages(shippingMessages).unshipFailed,
  read: (body) => withErrors(readObject(unshippedTogether, body)),
  onSent: invalidateAll,
});

function invalidateAll(_: unknown, queryClient: QueryClient): void {
  invalidateOrders(queryClient);
  void queryClient.invalidateQueries({ queryKey: ['orders_data'] });
}

/** Converts rejections of individual orders into errors with the same message as separate requests. */
const withErrors = <Result extends { failed: readonly FailedOrder[] }>(result: Result) => ({
  ...result,
  failed: result.failed.map(({ error, code, reason, params, ...order }) => ({
    ...order,
    error: new ApiError({
      code,
      status: 409,
      message: error || getMessages(shippingMessages).failed,
      details: { reason, params },
    }),
  })),
});
