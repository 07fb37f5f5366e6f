import type { QueryClient } from '@tanstack/react-query';
import type { CollectionKey } from './keys.ts';
import { orderCollections } from './order-keys.ts';

/** SPEC section 9, the clearing operations and what each drops; null: all there is. */
export const clearings = {
  user: ['user_data'],
  items: ['items_data'],
  orders: orderCollections,
  sections: ['sections_data', 'sections_active'],
  everything: null,
} as const satisfies Record<string, readonly CollectionKey[] | null>;

export type Clearing = keyof typeof clearings;

/**
 * Drops what is kept of a collection. What a screen shows is not taken from under the person, who may be typing in
 * it: it is fetched anew in place. The outbox is no cache and keeps what it has.
 *
 * @returns when what is on screen has been fetched; failures are left to the screens
 */
export async function clearCache(queryClient: QueryClient, which: Clearing): Promise<void> {
  const collections: readonly unknown[] | null = clearings[which];
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    collections === null || collections.includes(queryKey[0]);
  queryClient.removeQueries({ type: 'inactive', predicate });
  await queryClient.invalidateQueries({ predicate });
}
