import { priceSources } from './price-history.ts';
import { oneOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** One price in a pack's history, for the whole pack in the supplier's currency. */
export const packPrice = {
  seq: 'integer',
  supplierId: 'id?',
  /** Null means that there is no price from that day. */
  price: 'price?',
  /** First day (YYYY-MM-DD) of validity. */
  validFrom: 'text',
  source: oneOf(priceSources),
  /** Type of the source document, such as `import`; null if entered manually. */
  docType: 'text?',
  docId: 'id?',
  createdAt: 'moment',
  /** Change from the previous price, to two decimals; null for the first one, or if the currency changed. */
  changePercent: 'number?',
  /** Whether it is valid on the requested day. */
  isCurrent: 'flag',
} as const satisfies Shape;
export type PackPrice = Wire<typeof packPrice>;

/**
 * Collection of the documents, or `prices`, that lock a pack's contents or a supplier's currency; null while
 * they can be changed.
 */
export const lockState = {
  lockedBy: 'text?',
} as const satisfies Shape;
