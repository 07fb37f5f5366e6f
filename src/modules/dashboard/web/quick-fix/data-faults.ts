import { owningLocation } from '#modules/stock/ledger-locations.ts';
import { foldText } from '#core/text.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { CompactLevel } from '#modules/item-levels/shapes.ts';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';

/** Kinds of data faults, most urgent first. */
export const dataFaultKinds = [
  'negativeStock',
  'stuckInTransit',
  'zeroCost',
  'missingConversion',
  'duplicateNames',
  'withoutPar',
] as const;
export type DataFaultKind = (typeof dataFaultKinds)[number];

/** Hours after which a shipment in transit counts as stuck. */
export const stuckAfterHours = 48;

/** One data fault with the values that describe it and the record to fix. */
export type DataFault =
  | {
      kind: 'negativeStock';
      item: CompactItem | null;
      itemId: string;
      place: string;
      placeId: string;
      onHand: number;
    }
  | { kind: 'stuckInTransit'; order: OrderRecord; hours: number }
  | {
      kind: 'zeroCost';
      item: CompactItem | null;
      itemId: string;
      place: string;
      placeId: string;
      onHand: number;
    }
  | { kind: 'missingConversion'; item: CompactItem }
  | { kind: 'duplicateNames'; items: readonly CompactItem[] }
  | { kind: 'withoutPar'; item: CompactItem };

/** Input of the rules; null if it isn't loaded or readable, so that the rule reports nothing. */
export interface FaultSources {
  stock: readonly CompactStock[] | null;
  /** Whether the user may see stock costs. */
  canSeeCosts: boolean;
  items: readonly CompactItem[] | null;
  levels: readonly CompactLevel[] | null;
  branches: readonly Branch[];
  /** Orders in transit. */
  shipped: readonly OrderRecord[] | null;
  nowMs: number;
}

type Rule = (sources: FaultSources) => DataFault[] | null;

/** One rule per kind; null if the required data is missing. */
const rules: Record<DataFaultKind, Rule> = {
  negativeStock: ({ stock, ...sources }) =>
    stock &&
    stock
      .filter(({ onHand }) => onHand < 0)
      .map((row) => ({ kind: 'negativeStock', ...stockPosition(row, sources) })),

  stuckInTransit: ({ shipped, nowMs }) =>
    shipped &&
    shipped.flatMap((order): DataFault[] => {
      const hours = order.shippedAt ? (nowMs - Date.parse(order.shippedAt)) / 3_600_000 : 0;
      const isStuck = order.status === 'Shipped' && hours > stuckAfterHours;
      return isStuck ? [{ kind: 'stuckInTransit', order, hours: Math.floor(hours) }] : [];
    }),

  zeroCost: ({ stock, canSeeCosts, ...sources }) => {
    const onHand = stock?.filter((row) => row.onHand > 0) ?? [];
    // If all costs are hidden, a zero cost can't be determined.
    const hasCost = canSeeCosts && (onHand.length === 0 || onHand.some(({ avgCost }) => avgCost !== null));
    if (!stock || !hasCost) return null;
    return onHand
      .filter(({ avgCost }) => avgCost === 0)
      .map((row) => ({ kind: 'zeroCost', ...stockPosition(row, sources) }));
  },

  missingConversion: ({ items }) =>
    items &&
    items
      .filter((item) => item.isActive && !item.isOrderUnitConvertible)
      .map((item) => ({ kind: 'missingConversion', item })),

  duplicateNames: ({ items }) => {
    if (!items) return null;
    const byName = Map.groupBy(
      items.filter(({ isActive }) => isActive),
      ({ name }) => foldText(name),
    );
    return [...byName.values()]
      .filter((sameName) => sameName.length > 1)
      .map((sameName) => ({ kind: 'duplicateNames', items: sameName }));
  },

  withoutPar: ({ items, levels }) => {
    // Without any levels, every item would be reported.
    if (!items || !levels || levels.length === 0) return null;
    const withPar = new Set(levels.filter(({ par }) => par !== null).map(({ itemId }) => itemId));
    return items
      .filter((item) => item.isActive && item.isOrderable && !withPar.has(item._id))
      .map((item) => ({ kind: 'withoutPar', item }));
  },
};

/** Returns the faults by kind; null if the required data is missing. */
export function findFaults(sources: FaultSources): Record<DataFaultKind, DataFault[] | null> {
  return Object.fromEntries(dataFaultKinds.map((kind) => [kind, rules[kind](sources)])) as Record<
    DataFaultKind,
    DataFault[] | null
  >;
}

function stockPosition(
  { itemId, placeId, onHand }: CompactStock,
  { items, branches }: Pick<FaultSources, 'items' | 'branches'>,
) {
  const locationId = owningLocation(placeId);
  return {
    itemId,
    placeId: locationId,
    onHand,
    item: items?.find(({ _id }) => _id === itemId) ?? null,
    place: branches.find(({ _id }) => _id === locationId)?.name ?? locationId,
  };
}
