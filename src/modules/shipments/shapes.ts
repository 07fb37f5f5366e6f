import { withDefault, listOf, mapOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

const orderResult = {
  _id: 'key',
  orderNo: 'label',
  branchName: 'name',
} as const satisfies Shape;

/** The error that the order would have returned on its own. */
const refused = listOf({
  ...orderResult,
  error: 'text',
  code: withDefault('text', 'HTTP_ERROR'),
  reason: 'text',
  params: mapOf('text'),
});

/** Result by order. Orders already in transit are in `shipped` with `isEarlier`, unchanged. */
export const shippedTogether = {
  shipped: listOf({
    ...orderResult,
    version: 'integer',
    deliveryNoteNo: 'text?',
    isEarlier: 'flag',
  }),
  refused,
} as const satisfies Shape;
export type ShippedTogether = Wire<typeof shippedTogether>;

/** Result by order to unship. Orders already in process are included with `isEarlier`. */
export const unshippedTogether = {
  takenBack: listOf({
    ...orderResult,
    version: 'integer',
    isEarlier: 'flag',
  }),
  refused,
} as const satisfies Shape;
export type UnshippedTogether = Wire<typeof unshippedTogether>;
