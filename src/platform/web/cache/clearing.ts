import type { QueryClient } from '@tanstack/react-query';
import type { CachedCollection } from './keys.ts';
import { orderCollections } from './order-keys.ts';

/** The clear operations of SPEC section 9, each with the collections that it clears; null means all. */
export const clearOperations = {
  user: ['user_data'],
  items: ['items_data'],
  orders: orderCollections,
  sections: ['sections_data', 'sections_active'],
  everything: null,
} as const satisfies Record<string, readonly CachedCollection[] | null>;

export type ClearOperation = keyof typeof clearOperations;

/**
 * Removes a collection's entries from the cache. Entries on screen are refetched in place instead, because
 * the user may be typing. The outbox isn't a cache and isn't affected.
 *
 * @returns a promise that resolves once entries on screen have been refetched; the screens show failures
 */
export async function clearCache(queryClient: QueryClient, operation: ClearOperation): Promise<void> {
  const collections: readonly unknown[] | null = clearOperations[operation];
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    collections === null || collections.includes(queryKey[0]);
  queryClient.removeQueries({ type: 'inactive', predicate });
  await queryClient.invalidateQueries({ predicate });
}
