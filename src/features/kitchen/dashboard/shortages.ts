import type { OrderLine } from '#contract/orders.ts';
import { lineQuantities } from '#contract/order-rules.ts';
import { effectiveQuantities, lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, fromMicro, toMicro } from '#domain/quantity.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';

/** An item of which more is wanted than there is, in base units. */
export interface Shortage {
  itemId: string;
  itemName: string;
  kitchen: string;
  ordered: number;
  available: number;
  missing: number;
  /** Who wants it, the largest first. */
  branches: { name: string; wanted: number }[];
  /** The orders concerned. */
  orderIds: string[];
}

interface Demand extends Pick<Shortage, 'itemId' | 'itemName' | 'kitchen'> {
  wantedMicro: number;
  byBranch: Map<string, number>;
  orderIds: Set<string>;
}

/**
 * Where the orders to accept and in process want more of an item than their kitchen has on hand. What is held for
 * an order is part of what it wants, so it is not taken off first. The largest gap first.
 */
export function findShortages(orders: readonly OrderRow[], stock: readonly CompactStock[]): Shortage[] {
  const onHand = new Map(stock.map((row) => [`${row.placeId} ${row.itemId}`, row]));
  const demand = new Map<string, Demand>();
  for (const order of orders) for (const line of order.items ?? []) add(demand, order, line);
  return [...demand]
    .flatMap(([key, { wantedMicro, byBranch, orderIds, ...item }]): Shortage[] => {
      const row = onHand.get(key);
      if (row?.isUntold) return [];
      const available = Math.max(0, row?.onHand ?? 0);
      const wanted = fromMicro(wantedMicro);
      if (wanted <= available) return [];
      const missing = fromMicro(wantedMicro - toMicro(available));
      const branches = [...byBranch]
        .map(([name, micro]) => ({ name, wanted: fromMicro(micro) }))
        .toSorted((a, b) => b.wanted - a.wanted);
      return [{ ...item, ordered: wanted, available, missing, branches, orderIds: [...orderIds] }];
    })
    .toSorted(
      (a, b) => b.missing / b.ordered - a.missing / a.ordered || a.itemName.localeCompare(b.itemName),
    );
}

function add(demand: Map<string, Demand>, order: OrderRow, line: OrderLine): void {
  const quantities = effectiveQuantities(lineQuantities(line));
  const wantedMicro = convertMicro(quantities.shippedMicro, lineRatio(line));
  if (wantedMicro <= 0) return;
  const key = `${order.kitchen} ${line.itemId}`;
  const known: Demand = demand.get(key) ?? {
    itemId: line.itemId,
    itemName: line.itemName,
    kitchen: order.kitchen,
    wantedMicro: 0,
    byBranch: new Map(),
    orderIds: new Set(),
  };
  known.wantedMicro += wantedMicro;
  known.byBranch.set(order.branchName, (known.byBranch.get(order.branchName) ?? 0) + wantedMicro);
  known.orderIds.add(order._id);
  demand.set(key, known);
}
