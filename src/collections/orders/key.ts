/** The order by its key in the outbox; apart from what is done with orders, since every list asks what waits to be sent. */
export function orderKey(id: string): string {
  return `orders/${id}`;
}
