import type { Order, OrderLine } from '#contract/orders.ts';
import { ruleLine } from '#contract/order-rules.ts';
import { hasReceiptBegun } from '#domain/orders/receipt-begun.ts';

/** Whether the branch has said anything of how a line came, as far as the order tells; of photos the server knows. */
const isLineReceiptStarted = (line: OrderLine): boolean =>
  hasReceiptBegun({ ...ruleLine(line), lots: [] }) ||
  line.lots.some(({ receivedQty, damagedQty }) => (receivedQty ?? damagedQty) !== undefined) ||
  (line.otherLots ?? []).length > 0;

/** Whether an order that is on its way is not called back any more, as its branch has begun to receive it. */
export const isReceiptStarted = ({ status, items }: Pick<Order, 'status' | 'items'>): boolean =>
  status === 'Shipped' && items.some(isLineReceiptStarted);
