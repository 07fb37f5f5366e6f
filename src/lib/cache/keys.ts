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

/** In place of a collection's name: any may have changed, since nobody heard what did. */
export const anyCollection = '*';
