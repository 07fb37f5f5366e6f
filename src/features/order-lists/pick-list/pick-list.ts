import { lineQuantities } from '#contract/order-rules.ts';
import type { OrderLine } from '#contract/orders.ts';
import { effective, lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, exactly, fromMicro, invertRatio, type Ratio, toMicro } from '#domain/quantity.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import type { Section } from '#src/collections/places/sections.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';

/** What one order wants of an item, in the unit of the row it stands in. */
export interface PickShare {
  orderId: string;
  orderNo: string;
  branchName: string;
  needed: number;
  /** Null while nothing is entered. */
  picked: number | null;
}

/** One item to fetch, for all orders together. */
export interface PickRow {
  itemId: string;
  itemCode: string;
  itemName: string;
  /** Symbol of the unit that all quantities of the row are in. */
  unit: string;
  needed: number;
  picked: number;
  /** What the kitchen can give: what is free, and what it holds for these orders. Null where stock is not known. */
  available: number | null;
  shares: PickShare[];
}

export interface PickGroup {
  id: string;
  name: string;
  rows: PickRow[];
}

interface Sources {
  orders: readonly OrderRow[];
  /** Null while, or where, the stock is not known. */
  stock: readonly CompactStock[] | null;
  sections: readonly Section[];
  otherName: string;
  /** The symbol of an item's base unit, for items that are ordered in several units. */
  baseUnitOf(itemId: string): string;
}

/** What is to be fetched for these orders: by section in walk order, then by item. */
export function pickList({ orders, stock, sections, otherName, baseUnitOf }: Sources): PickGroup[] {
  const kitchens = new Set(orders.map(({ kitchen }) => kitchen));
  const groups: PickGroup[] = sections
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .map(({ _id, name }) => ({ id: _id, name, rows: [] }));
  const other: PickGroup = { id: 'other', name: otherName, rows: [] };
  for (const [itemId, wanted] of wantedByItem(orders)) {
    const group = groups.find(({ id }) => id === wanted[0]?.line.section) ?? other;
    const shelf = stock?.filter((row) => row.itemId === itemId && kitchens.has(row.placeId)) ?? null;
    group.rows.push(rowOf(itemId, wanted, shelf, baseUnitOf));
  }
  const found = [...groups, other].filter(({ rows }) => rows.length > 0);
  for (const { rows } of found) rows.sort((a, b) => a.itemName.localeCompare(b.itemName));
  return found;
}

interface Wanted {
  order: OrderRow;
  line: OrderLine;
  /** In the line's unit. */
  neededMicro: number;
}

function wantedByItem(orders: readonly OrderRow[]): Map<string, Wanted[]> {
  const found = new Map<string, Wanted[]>();
  for (const order of orders) {
    for (const line of order.items ?? []) {
      const { approvedMicro, shippedMicro } = effective(lineQuantities(line));
      // Nobody ordered a substitute: what is wanted of it is what the picker has entered.
      const neededMicro = line.substituteFor === null ? approvedMicro : shippedMicro;
      if (neededMicro <= 0) continue;
      found.set(line.itemId, [...(found.get(line.itemId) ?? []), { order, line, neededMicro }]);
    }
  }
  return found;
}

function rowOf(
  itemId: string,
  wanted: readonly Wanted[],
  shelf: readonly CompactStock[] | null,
  baseUnitOf: (itemId: string) => string,
): PickRow {
  const [{ line: first }] = wanted as [Wanted];
  const isOneUnit = wanted.every(({ line }) => line.unit === first.unit && sameRatio(line, first));
  const unit: Ratio = isOneUnit ? lineRatio(first) : { num: 1, den: 1 };
  const inUnit = (micro: number, line: OrderLine) =>
    isOneUnit ? micro : convertMicro(micro, lineRatio(line));
  const shares = wanted.map(({ order, line, neededMicro }): PickShare => {
    const picked = line.pickedQty ?? line.shippedQty;
    return {
      orderId: order._id,
      orderNo: order.orderNo,
      branchName: order.branchName,
      needed: fromMicro(inUnit(neededMicro, line)),
      picked: picked === null ? null : fromMicro(inUnit(toMicro(picked), line)),
    };
  });
  const heldMicro = wanted.reduce((sum, { line }) => sum + inUnit(toMicro(line.reservedQty ?? 0), line), 0);
  const freeMicro = (shelf ?? []).reduce(
    (sum, row) => sum + toMicro(Math.max(0, Math.round((row.onHand - row.reserved) * 1e6) / 1e6)),
    0,
  );
  // Not told where it is beyond exact numbers.
  const unitsMicro = exactly(() => convertMicro(freeMicro, invertRatio(unit)));
  return {
    itemId,
    itemCode: first.itemCode,
    itemName: first.itemName,
    unit: isOneUnit ? first.unitSymbol : baseUnitOf(itemId),
    needed: sum(shares.map(({ needed }) => needed)),
    picked: sum(shares.map(({ picked }) => picked ?? 0)),
    available: shelf === null || unitsMicro === null ? null : fromMicro(unitsMicro + heldMicro),
    shares: shares.toSorted((a, b) => a.branchName.localeCompare(b.branchName)),
  };
}

function sameRatio(a: OrderLine, b: OrderLine): boolean {
  return a.unitNum * b.unitDen === b.unitNum * a.unitDen;
}

function sum(quantities: readonly number[]): number {
  return fromMicro(quantities.reduce((total, quantity) => total + toMicro(quantity), 0));
}
