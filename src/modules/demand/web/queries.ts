import type { QueryClient } from '@tanstack/react-query';
import { type MarkDayInput } from '../input.ts';
import { itemDemand } from '../shapes.ts';
import { api } from '#platform/web/api/api.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse } from '#platform/web/queries/read-shape.ts';

/**
 * Queries the demand of an item at a branch and the quantity that each forecast rule would have proposed.
 * Invalidated together with the orders, like suggestions.
 */
export function itemDemandQuery(branch: string, itemId: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['demand', branch, itemId],
    lifetime: 'orders',
    path: 'demand',
    search: { branch, itemId },
    read: (reply) => readResponse(reply, itemDemand),
  });
}

/** Sets the type of a demand day and refetches all suggestions. Throws `ApiError`. */
export async function setDemandDay(queryClient: QueryClient, input: MarkDayInput): Promise<void> {
  await api.send('put', 'demand/days', { json: input, idempotencyKey: newUuid() });
  await Promise.all(
    [['orders_data', 'demand'] as const, ['orders_data', 'suggestions'] as const].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
