import { owningLocation } from '#modules/stock/ledger-locations.ts';
import { foldText } from '#core/text.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { CompactLevel } from '#modules/item-levels/shapes.ts';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';

/** Kinds of data issues, most urgent first. */
export const dataIssueKinds = [
  'negativeStock',
  'stuckInTransit',
  'zeroCost',
  'missingConversion',
  'duplicateNames',
  'withoutPar',
] as const;
export type DataIssueKind = (typeof dataIssueKinds)[number];

/** Hours after which a shipment in transit counts as stuck. */
export const stuckAfterHours = 48;

/** One data issue with the values that describe it and the record to fix. */
export type DataIssue =
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

/** Input of the rules; null if the data isn't loaded or can't be read, so that the rule reports nothing. */
export interface IssueSources {
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

type Rule = (sources: IssueSources) => DataIssue[] | null;

/** One rule per kind; null if the required data is missing. */
const rules: Record<DataIssueKind, Rule> = {
  negativeStock: ({ stock, ...sources }) =>
    stock &&
    stock
      .filter(({ onHand }) => onHand < 0)
      .map((row) => ({ kind: 'negativeStock', ...describePosition(row, sources) })),

  stuckInTransit: ({ shipped, nowMs }) =>
    shipped &&
    shipped.flatMap((order): DataIssue[] => {
      const hours = order.shippedAt ? (nowMs - Date.parse(order.shippedAt)) / 3_600_000 : 0;
      const isStuck = order.status === 'Shipped' && hours > stuckAfterHours;
      return isStuck ? [{ kind: 'stuckInTransit', order, hours: Math.floor(hours) }] : [];
    }),

  zeroCost: ({ stock, canSeeCosts, ...sources }) => {
    const stockedRows = stock?.filter((row) => row.onHand > 0) ?? [];
    // If all costs are hidden, a zero cost can't be determined.
    const hasCost =
      canSeeCosts && (stockedRows.length === 0 || stockedRows.some(({ avgCost }) => avgCost !== null));
    if (!stock || !hasCost) return null;
    return stockedRows
      .filter(({ avgCost }) => avgCost === 0)
      .map((row) => ({ kind: 'zeroCost', ...describePosition(row, sources) }));
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
    const itemsWithPar = new Set(levels.filter(({ par }) => par !== null).map(({ itemId }) => itemId));
    return items
      .filter((item) => item.isActive && item.isOrderable && !itemsWithPar.has(item._id))
      .map((item) => ({ kind: 'withoutPar', item }));
  },
};

/** Returns the issues by kind; null if the required data is missing. */
export function findIssues(sources: IssueSources): Record<DataIssueKind, DataIssue[] | null> {
  return Object.fromEntries(dataIssueKinds.map((kind) => [kind, rules[kind](sources)])) as Record<
    DataIssueKind,
    DataIssue[] | null
  >;
}

function describePosition(
  { itemId, placeId, onHand }: CompactStock,
  { items, branches }: Pick<IssueSources, 'items' | 'branches'>,
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
