import { orderDay } from '#modules/reports/figures-shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

export interface DayBoardFilters {
  day: string;
  kitchen?: string | undefined;
}

/**
 * Queries the orders of a delivery day and the next day, and all orders in progress. Refreshed like an order
 * list.
 */
export function orderDayQuery(day: string, kitchen: string | undefined) {
  return {
    ...readQuery({
      collection: 'orders_data',
      key: ['day', { day, kitchen } satisfies DayBoardFilters],
      lifetime: 'orderOne',
      path: 'orders/day',
      search: { day, kitchen },
      read: (reply) => readObject(orderDay, reply.data),
    }),
    refetchOnMount: 'always' as const,
  };
}
