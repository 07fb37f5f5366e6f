import type { OrderRow } from '#src/collections/orders/read.ts';
import { isPicked } from '../processing/pick-lines.ts';

/** Where an order waits at the kitchen, and what did not arrive as shipped. */
export const bins = ['accept', 'pick', 'ready', 'road', 'reconcile'] as const;
export type Bin = (typeof bins)[number];

export function isBin(value: string | undefined): value is Bin {
  return (bins as readonly (string | undefined)[]).includes(value);
}

export type OrderBins = Record<Exclude<Bin, 'reconcile'>, OrderRow[]>;

/** Sorts orders into their bins, the next delivery first; urgent ones before others of the same day. */
export function sortIntoBins(orders: readonly OrderRow[]): OrderBins {
  const sorted = orders.toSorted(
    (a, b) =>
      a.deliveryDate.localeCompare(b.deliveryDate) ||
      Number(b.urgent) - Number(a.urgent) ||
      a.orderNo.localeCompare(b.orderNo),
  );
  const found: OrderBins = { accept: [], pick: [], ready: [], road: [] };
  for (const order of sorted) {
    const bin = binOf(order);
    if (bin) found[bin].push(order);
  }
  return found;
}

function binOf(order: OrderRow): keyof OrderBins | null {
  if (order.status === 'Sent to Central Kitchen') return 'accept';
  if (order.status === 'Shipped') return 'road';
  if (order.status !== 'Under Process') return null;
  const lines = order.items ?? [];
  return lines.length > 0 && lines.every(isPicked) ? 'ready' : 'pick';
}
