/** First part of every query key: the collection names of SPEC section 3, and additional ones in the same style. */
export type CachedCollection =
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

/** Used instead of a collection name if any collection may have changed because events were missed. */
export const anyCollection = '*';
