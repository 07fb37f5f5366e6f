import type { QuantityColumn } from '#src/components/order/lines-table.tsx';

const byStatus: Readonly<Record<string, readonly QuantityColumn[]>> = {
  'Sent to Central Kitchen': ['orderQty', 'approvedQty'],
  'Under Process': ['orderQty', 'approvedQty', 'pickedQty'],
  Shipped: ['orderQty', 'approvedQty', 'shippedQty'],
  Received: ['shippedQty', 'receivedQty', 'damagedQty', 'shortQty', 'overQty'],
};

/** Which quantities of an order matter to the kitchen in a status. */
export function columnsFor(status: string): readonly QuantityColumn[] {
  return byStatus[status] ?? ['orderQty', 'approvedQty'];
}
