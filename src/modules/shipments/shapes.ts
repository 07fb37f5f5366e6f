import { withDefault, listOf, mapOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

const orderResult = {
  _id: 'key',
  orderNo: 'label',
  branchName: 'name',
} as const satisfies Shape;

/** The error that the order would have returned on its own. */
const failed = listOf({
  ...orderResult,
  error: 'text',
  code: withDefault('text', 'HTTP_ERROR'),
  reason: 'text',
  params: mapOf('text'),
});

/** Result by order. Orders that were already in transit are in `shipped` with `wasAlreadyShipped`, unchanged. */
export const shippedTogether = {
  shipped: listOf({
    ...orderResult,
    version: 'integer',
    deliveryNoteNo: 'text?',
    wasAlreadyShipped: 'flag',
  }),
  failed,
} as const satisfies Shape;
export type ShippedTogether = Wire<typeof shippedTogether>;

/** Result by order to unship. Orders that were already in process are in `unshipped` with `wasAlreadyUnshipped`. */
export const unshippedTogether = {
  unshipped: listOf({
    ...orderResult,
    version: 'integer',
    wasAlreadyUnshipped: 'flag',
  }),
  failed,
} as const satisfies Shape;
export type UnshippedTogether = Wire<typeof unshippedTogether>;
