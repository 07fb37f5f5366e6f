import { lineQuantities } from '#contract/order-rules.ts';
import { effective, lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, fromMicro } from '#domain/quantity.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';

/** How much of an item an order in process wants of its kitchen, in base units. */
export interface Want {
  orderId: string;
  orderNo: string;
  branchName: string;
  wanted: number;
}

/** What the orders of a kitchen want of an item; an order with several lines of it is one row. */
export function wantsOf(orders: readonly OrderRow[], itemId: string, kitchen: string): Want[] {
  return orders.flatMap((order): Want[] => {
    if (order.kitchen !== kitchen) return [];
    const wantedMicro = (order.items ?? [])
      .filter((line) => line.itemId === itemId)
      .reduce(
        (sum, line) => sum + convertMicro(effective(lineQuantities(line)).shippedMicro, lineRatio(line)),
        0,
      );
    const { _id: orderId, orderNo, branchName } = order;
    return wantedMicro > 0 ? [{ orderId, orderNo, branchName, wanted: fromMicro(wantedMicro) }] : [];
  });
}
