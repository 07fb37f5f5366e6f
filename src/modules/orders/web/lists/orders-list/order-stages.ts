import type { OrderStatus } from '../../../status.ts';

/** Statuses of orders that are not finished. */
export const openOrderStatuses = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
] as const satisfies readonly OrderStatus[];

/** Joins statuses as a filter value. */
export function joinStatuses(statuses: readonly OrderStatus[]): string {
  return statuses.join(',');
}
