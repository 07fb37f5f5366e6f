import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { toRuleLine } from '#modules/orders/order-rules.ts';
import { hasReceiptStarted } from '#modules/orders/receipt-started.ts';

/**
 * Returns whether the branch has entered receipt data for a line. Photos don't count here, because the order
 * doesn't include them.
 */
const isLineReceiptStarted = (line: OrderLine): boolean =>
  hasReceiptStarted({ ...toRuleLine(line), lots: [] }) ||
  line.lots.some(({ receivedQty, damagedQty }) => (receivedQty ?? damagedQty) !== undefined) ||
  (line.otherLots ?? []).length > 0;

/** Returns whether a shipped order can't be unshipped because its branch has started to receive it. */
export const isReceiptStarted = ({ status, items }: Pick<Order, 'status' | 'items'>): boolean =>
  status === 'Shipped' && items.some(isLineReceiptStarted);
