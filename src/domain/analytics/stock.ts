import { classifyAbc, type AbcClass } from '../counts/cycle.ts';
import { fromE4 } from '../money.ts';
import { isMoveKind, type MoveKind, moveKinds } from '../stock/kinds.ts';
import { ratio, share } from './shares.ts';

/** What left a place at cost, and what lay there at the beginning and the end of a period; in ten-thousandths. */
export interface StockSums {
  usedE4: bigint;
  openingE4: bigint;
  closingE4: bigint;
}

export const emptyStockSums: StockSums = { usedE4: 0n, openingE4: 0n, closingE4: 0n };

/**
 * Whose use is asked. Within several places that include branches, what a kitchen sends them only changes its place: it is used
 * where it came to. A kitchen looked at alone uses what it sends.
 */
export type UsageScope = 'together' | 'kitchens';

const shipping: readonly MoveKind[] = ['ship', 'ship_reversal'];

const kindsWhere = (isWanted: (kind: MoveKind) => boolean): readonly MoveKind[] =>
  (Object.keys(moveKinds) as MoveKind[]).filter(isWanted);

/**
 * The kinds of moves by which a place uses goods. Losses (waste, write-offs), corrections by counts, and transfers and returns
 * between own places are no use. A branch that records none uses what is delivered to it, as in the use per day.
 */
export function usageKinds(view: UsageScope, recordsUse: boolean): readonly MoveKind[] {
  if (!recordsUse) return kindsWhere((kind) => 'isDelivery' in moveKinds[kind]);
  return kindsWhere((kind) => moveKinds[kind].isUse && (view === 'kitchens' || !shipping.includes(kind)));
}

/** Whether a move says that a branch keeps a record of what it uses. */
export const isUsageRecord = (kind: string): boolean =>
  isMoveKind(kind) && moveKinds[kind].isUse && !shipping.includes(kind);

/**
 * Turnover and days of cover: use at cost by the mean of opening and closing stock, and closing stock by the use of a day. Null where
 * nothing lay there, and where nothing was used.
 */
export function stockFigures({ usedE4, openingE4, closingE4 }: StockSums, days: number) {
  return {
    used: fromE4(Number(usedE4)),
    stock: fromE4(Number((openingE4 + closingE4) / 2n)),
    closing: fromE4(Number(closingE4)),
    turnover: ratio(usedE4 * 2n, openingE4 + closingE4),
    cover: ratio(closingE4 * BigInt(days), usedE4),
  };
}

/**
 * What was thrown away, for one reason or for all, of all that was used or thrown away; null of nothing, and where more use was taken back
 * than there was: what left then is less than what was thrown away.
 */
export const wastageShare = (
  wastedE4: bigint,
  usedE4: bigint,
  allWastedE4: bigint = wastedE4,
): number | null => (usedE4 < 0n ? null : share(wastedE4, usedE4 + allWastedE4));

interface Ranked {
  id: string;
  class: AbcClass;
  /** Of all that was used, and of everything down to this one. */
  share: number | null;
  cumulative: number | null;
}

/**
 * Items by the value used of them, the largest first; equal ones stand by their id, so that the same figures always give the same
 * order and the same classes. What was not used is C, and stands last.
 */
export function rankByUsage(used: ReadonlyMap<string, bigint>): Ranked[] {
  const classes = classifyAbc(used);
  const most = (id: string) => {
    const usedE4 = used.get(id) ?? 0n;
    return usedE4 > 0n ? usedE4 : 0n;
  };
  const ids = [...used.keys()].toSorted((a, b) => {
    const [x, y] = [most(a), most(b)];
    return x === y ? (a < b ? -1 : 1) : x < y ? 1 : -1;
  });
  const total = ids.reduce((sum, id) => sum + most(id), 0n);
  let upTo = 0n;
  return ids.map((id) => {
    upTo += most(id);
    return {
      id,
      class: classes.get(id) ?? 'C',
      share: share(most(id), total),
      cumulative: share(upTo, total),
    };
  });
}
