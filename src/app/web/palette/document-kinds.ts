import { type Actor, canRead } from '#core/permissions.ts';

/** Document kinds by the collection names of the API. */
export const searchableDocumentKinds = [
  'orders',
  'wastage',
  'transfers',
  'purchase-orders',
  'goods-receipts',
  'production-batches',
  'discrepancies',
  'stock-counts',
  'supplier-invoices',
  'safety-checks',
] as const;
export type SearchableDocumentKind = (typeof searchableDocumentKinds)[number];

/** Whether a user may read any kind of document that can be searched for. */
export const canReadDocuments = (user: Actor) => searchableDocumentKinds.some((kind) => canRead(user, kind));
