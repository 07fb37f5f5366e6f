/**
 * Returns an order's outbox key. In a separate file from the order actions, because every list checks for
 * unsent actions.
 */
export function getOrderKey(id: string): string {
  return `orders/${id}`;
}
