import type { QueryClient } from '@tanstack/react-query';
import { type ItemDemand, itemDemand, type MarkDayInput } from '#contract/demand.ts';
import { api } from '#src/lib/api/api.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { readOne, readQuery } from '../read-query.ts';

/** What was wanted of an item at a branch, and what each rule would have done. Belongs to the orders, as the suggestions do. */
export function itemDemandQuery(branch: string, itemId: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['demand', branch, itemId],
    lifetime: 'orders',
    path: 'demand',
    search: { branch, itemId },
    read: (reply) => readOne(reply, (row): ItemDemand => itemDemand.parse(row)),
  });
}

/** Says what a day is, and has everything that is suggested worked out anew. Throws `ApiError`. */
export async function setDemandDay(queryClient: QueryClient, input: MarkDayInput): Promise<void> {
  await api.send('put', 'demand/days', { json: input, idempotencyKey: newUuid() });
  await Promise.all(
    [['orders_data', 'demand'] as const, ['orders_data', 'suggestions'] as const].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
