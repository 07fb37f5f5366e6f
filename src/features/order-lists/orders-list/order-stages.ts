import type { OrderStatus } from '#domain/orders/status.ts';

/** Where an order still has a way to go. */
export const openOrderStatuses = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
] as const satisfies readonly OrderStatus[];

/** Several statuses as a filter has them. */
export function statusFilter(statuses: readonly OrderStatus[]): string {
  return statuses.join(',');
}
