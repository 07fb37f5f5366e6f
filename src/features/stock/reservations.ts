import type { OrderRow } from '#src/collections/read-order.ts';
import { lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, fromMicro, toMicro } from '#domain/quantity.ts';

/** What a kitchen holds of an item for one order, in base units. */
export interface Reservation {
  orderId: string;
  orderNo: string;
  branchName: string;
  reserved: number;
}

/** The reservations of an item among orders in process; an order with several lines of it is one row. */
export function reservationsOf(orders: readonly OrderRow[], itemId: string, kitchen: string): Reservation[] {
  return orders.flatMap((order): Reservation[] => {
    if (order.kitchen !== kitchen) return [];
    const lines = (order.items ?? []).filter((line) => line.itemId === itemId && line.reservedQty);
    if (lines.length === 0) return [];
    const micro = lines.reduce(
      (sum, line) => sum + convertMicro(toMicro(line.reservedQty ?? 0), lineRatio(line)),
      0,
    );
    const { _id: orderId, orderNo, branchName } = order;
    return [{ orderId, orderNo, branchName, reserved: fromMicro(micro) }];
  });
}
