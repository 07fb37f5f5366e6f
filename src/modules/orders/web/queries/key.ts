/**
 * Returns the outbox key of an order; separate from the order actions, because every list checks for unsent
 * actions.
 */
export function orderKey(id: string): string {
  return `orders/${id}`;
}
