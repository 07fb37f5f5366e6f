import { classifyAbc, type AbcClass } from '#modules/stock-counts/cycle.ts';
import { fromE4 } from '#core/money.ts';
import { isMoveKind, type MoveKind, moveKinds } from '#core/move-kinds.ts';
import { computeQuotient, share } from '#core/shares.ts';

/** Cost of usage, and stock value at the start and end of a period, in ten-thousandths. */
export interface StockSums {
  usedE4: bigint;
  openingE4: bigint;
  closingE4: bigint;
}

export const emptyStockSums: StockSums = { usedE4: 0n, openingE4: 0n, closingE4: 0n };

/**
 * How usage is measured. `combined` (branches included): a kitchen's shipments only move goods, and usage is
 * counted at the branch. `kitchens` (kitchens only): shipments are usage.
 */
export type UsageScope = 'combined' | 'kitchens';

const shipping: readonly MoveKind[] = ['ship', 'ship_reversal'];

const filterMoveKinds = (matches: (kind: MoveKind) => boolean): readonly MoveKind[] =>
  (Object.keys(moveKinds) as MoveKind[]).filter(matches);

/**
 * Returns the kinds of stock movement that count as usage. Losses (waste, write-offs), count corrections, and
 * transfers and returns between own locations don't. A branch that records no usage is measured by its
 * deliveries.
 */
export function getUsageKinds(view: UsageScope, recordsUse: boolean): readonly MoveKind[] {
  if (!recordsUse) return filterMoveKinds((kind) => 'isDelivery' in moveKinds[kind]);
  return filterMoveKinds(
    (kind) => moveKinds[kind].isUse && (view === 'kitchens' || !shipping.includes(kind)),
  );
}

/** Returns whether a movement shows that a branch records its usage. */
export const isUsageRecord = (kind: string): boolean =>
  isMoveKind(kind) && moveKinds[kind].isUse && !shipping.includes(kind);

/**
 * Computes stock turnover (usage at cost / mean of opening and closing stock) and days of cover (closing
 * stock / usage per day). Null without stock or usage.
 */
export function computeStockFigures({ usedE4, openingE4, closingE4 }: StockSums, days: number) {
  return {
    used: fromE4(Number(usedE4)),
    stock: fromE4(Number((openingE4 + closingE4) / 2n)),
    closing: fromE4(Number(closingE4)),
    turnover: computeQuotient(usedE4 * 2n, openingE4 + closingE4),
    cover: computeQuotient(closingE4 * BigInt(days), usedE4),
  };
}

/**
 * Computes waste as a share of waste and usage; null if both are 0, or if more usage was reversed than posted.
 */
export const computeWastageShare = (
  wastedE4: bigint,
  usedE4: bigint,
  allWastedE4: bigint = wastedE4,
): number | null => (usedE4 < 0n ? null : share(wastedE4, usedE4 + allWastedE4));

interface Ranked {
  id: string;
  class: AbcClass;
  /** Share of the total usage. */
  share: number | null;
  /** Share of the usage of this and all higher-ranked items. */
  cumulative: number | null;
}

/**
 * Ranks items by value used, descending, ties by id so that the order and the classes are stable. Unused
 * items are class C and come last.
 */
export function rankByUsage(used: ReadonlyMap<string, bigint>): Ranked[] {
  const classes = classifyAbc(used);
  const getValueUsed = (id: string) => {
    const usedE4 = used.get(id) ?? 0n;
    return usedE4 > 0n ? usedE4 : 0n;
  };
  const ids = [...used.keys()].toSorted((a, b) => {
    const [x, y] = [getValueUsed(a), getValueUsed(b)];
    return x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1;
  });
  const total = ids.reduce((sum, id) => sum + getValueUsed(id), 0n);
  let cumulativeE4 = 0n;
  return ids.map((id) => {
    cumulativeE4 += getValueUsed(id);
    return {
      id,
      class: classes.get(id) ?? 'C',
      share: share(getValueUsed(id), total),
      cumulative: share(cumulativeE4, total),
    };
  });
}
