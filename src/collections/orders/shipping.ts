import type { QueryClient } from '@tanstack/react-query';
import type {
  ShippedTogether,
  ShipTogetherInput,
  UnshipInput,
  UnshippedTogether,
} from '#contract/shipping.ts';
import { readBoolean, type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { invalidateOrders } from './cache.ts';
import { shippingMessages } from './shipping-messages.ts';

type Answered = Omit<ShippedTogether, 'refused'> & {
  refused: (Pick<ShippedTogether['refused'][number], '_id' | 'orderNo' | 'branchName'> & { why: ApiError })[];
};

/** Result of shipping orders together, as far as the server sends it. */
export type ShipTogetherResult = Answered;

/** Ships the orders of one vehicle in one call, with an idempotency key for repeated clicks and retries. */
export const shipTogetherAction = defineAction<ShipTogetherInput, ShipTogetherResult>({
  kind: 'orders.shipTogether',
  document: () => 'orders/ship',
  request: (body) => ({ method: 'post', path: 'orders/ship', body }),
  label: ({ orders }) => messagesOf(shippingMessages).ship(orders.length),
  dedupeKey: ({ orders }) =>
    `orders.shipTogether ${orders.map(({ orderId, version }) => `${orderId} ${version}`).join(' ')}`,
  editPath: () => '/central-kitchen/order-processing-prep?ship=true',
  failure: () => messagesOf(shippingMessages).failed,
  read(answer) {
    const { shipped, refused } = readRecord(answer);
    return {
      shipped: rowsIn(shipped).map((row) => ({
        ...named(row),
        version: readNumberValue(row['version']) ?? 0,
        deliveryNoteNo: readText(row['deliveryNoteNo']),
        isEarlier: readBoolean(row['isEarlier']),
      })),
      refused: refusedIn(refused),
    };
  },
  onSent: renewAll,
});

type Back = Omit<UnshippedTogether, 'refused'> & Pick<ShipTogetherResult, 'refused'>;

/** Unships several shipments in one call, each by its own rules. */
export const unshipTogetherAction = defineAction<UnshipInput, Back>({
  kind: 'orders.takeBack',
  document: () => 'orders/take-back',
  request: (body) => ({ method: 'post', path: 'orders/take-back', body }),
  label: ({ orders }) => messagesOf(shippingMessages).takeBack(orders.length),
  dedupeKey: ({ orders }) =>
    `orders.takeBack ${orders.map(({ orderId, version }) => `${orderId} ${version}`).join(' ')}`,
  failure: () => messagesOf(shippingMessages).failedBack,
  read(answer) {
    const { takenBack, refused } = readRecord(answer);
    return {
      takenBack: rowsIn(takenBack).map((row) => ({
        ...named(row),
        version: readNumberValue(row['version']) ?? 0,
        isEarlier: readBoolean(row['isEarlier']),
      })),
      refused: refusedIn(refused),
    };
  },
  onSent: renewAll,
});

function renewAll(_: unknown, queryClient: QueryClient): void {
  invalidateOrders(queryClient);
  void queryClient.invalidateQueries({ queryKey: ['orders_data'] });
}

const refusedIn = (rows: unknown) => rowsIn(rows).map((row) => ({ ...named(row), why: refusalIn(row) }));

const rowsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);

const named = (row: JsonRecord) => ({
  _id: readText(row['_id']) ?? '',
  orderNo: readText(row['orderNo']) ?? '',
  branchName: readText(row['branchName']) ?? '',
});

/** Converts a refusal of one order into an error with the same message as a separate call. */
const refusalIn = (row: JsonRecord) =>
  new ApiError({
    code: readText(row['code']) ?? 'HTTP_ERROR',
    status: 409,
    message: readText(row['error']) ?? messagesOf(shippingMessages).failed,
    details: { reason: row['reason'], params: row['params'] },
  });
