/** First part of every query key: SPEC section 3's collection names, and our own in the same manner. */
export type CollectionKey =
  | 'user_data'
  | 'items_data'
  | 'branches_data'
  | 'orders_data'
  | 'orders_simple_data'
  | 'orders_submission_data'
  | 'categories_data'
  | 'sections_data'
  | 'sections_active'
  | `${string}_data`;

/** SPEC section 9: what clearing a collection also drops. */
const companions: Partial<Record<CollectionKey, readonly CollectionKey[]>> = {
  orders_data: ['orders_simple_data', 'orders_submission_data'],
  sections_data: ['sections_active'],
};

/** The collection with everything that is cleared or invalidated along with it. */
export function withCompanions(collection: CollectionKey): CollectionKey[] {
  return [collection, ...(companions[collection] ?? [])];
}
