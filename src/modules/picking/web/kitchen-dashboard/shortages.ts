import type { OrderLine } from '#modules/orders/shapes.ts';
import { toLineQuantities } from '#modules/orders/order-rules.ts';
import { computeEffectiveQuantities, getLineRatio } from '#modules/orders/lines.ts';
import { convertMicro, fromMicro, toMicro } from '#core/quantity.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';

/** An item ordered in excess of stock on hand, in base units. */
export interface Shortage {
  itemId: string;
  itemName: string;
  kitchen: string;
  ordered: number;
  available: number;
  missing: number;
  /** Branches by ordered quantity, largest first. */
  branches: { name: string; ordered: number }[];
  /** IDs of the affected orders. */
  orderIds: string[];
}

interface Demand extends Pick<Shortage, 'itemId' | 'itemName' | 'kitchen'> {
  orderedMicro: number;
  byBranch: Map<string, number>;
  orderIds: Set<string>;
}

/**
 * Returns items that the kitchen is short of: orders to accept or in process need more than is on hand.
 * Largest shortage first. Reservations are part of the demand, so they are not deducted.
 */
export function findShortages(orders: readonly OrderRecord[], stock: readonly CompactStock[]): Shortage[] {
  const stockByKey = new Map(stock.map((row) => [`${row.placeId} ${row.itemId}`, row]));
  const demand = new Map<string, Demand>();
  for (const order of orders) for (const line of order.items ?? []) addDemand(demand, order, line);
  return [...demand]
    .flatMap(([key, { orderedMicro, byBranch, orderIds, ...item }]): Shortage[] => {
      const row = stockByKey.get(key);
      if (row?.isHidden) return [];
      const available = Math.max(0, row?.onHand ?? 0);
      const ordered = fromMicro(orderedMicro);
      if (ordered <= available) return [];
      const missing = fromMicro(orderedMicro - toMicro(available));
      const branches = [...byBranch]
        .map(([name, micro]) => ({ name, ordered: fromMicro(micro) }))
        .toSorted((a, b) => b.ordered - a.ordered);
      return [{ ...item, ordered, available, missing, branches, orderIds: [...orderIds] }];
    })
    .toSorted(
      (a, b) => b.missing / b.ordered - a.missing / a.ordered || a.itemName.localeCompare(b.itemName),
    );
}

function addDemand(demand: Map<string, Demand>, order: OrderRecord, line: OrderLine): void {
  const quantities = computeEffectiveQuantities(toLineQuantities(line));
  const orderedMicro = convertMicro(quantities.shippedMicro, getLineRatio(line));
  if (orderedMicro <= 0) return;
  const key = `${order.kitchen} ${line.itemId}`;
  const entry: Demand = demand.get(key) ?? {
    itemId: line.itemId,
    itemName: line.itemName,
    kitchen: order.kitchen,
    orderedMicro: 0,
    byBranch: new Map(),
    orderIds: new Set(),
  };
  entry.orderedMicro += orderedMicro;
  entry.byBranch.set(order.branchName, (entry.byBranch.get(order.branchName) ?? 0) + orderedMicro);
  entry.orderIds.add(order._id);
  demand.set(key, entry);
}
