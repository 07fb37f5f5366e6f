import { ceilToStep, fromMicro, toMicro } from '#domain/quantity.ts';
import type { GuideItem } from '#src/collections/orders/guide.ts';
import type { DraftLine } from './draft.ts';
import type { GuideRow } from './guide-rows.ts';

/** What a guide can be filled to. */
export const fillKinds = ['needed', 'par', 'last', 'average'] as const;
export type FillKind = (typeof fillKinds)[number];

const amounts: Record<FillKind, (item: GuideItem) => number | null> = {
  needed: (item) => item.suggestedQty,
  par: missingToPar,
  last: (item) => item.lastOrderQty,
  average: (item) => item.averageQty,
};

/** What is missing to the par, whatever is suggested, as the server says it: what nobody may use does not count. Null without one. */
function missingToPar({
  basis,
  suggestedQty,
  par,
  onHand,
  inTransit,
  alreadyOrdered,
  unitNum,
  unitDen,
  reason,
}: GuideItem): number | null {
  if (basis === 'par') return suggestedQty;
  if (par === null || onHand === null) return null;
  const unusableMicro = Math.round((toMicro(reason?.params.unusable ?? 0) * unitDen) / unitNum);
  const thereMicro = toMicro(onHand) - unusableMicro + toMicro(inTransit ?? 0) + toMicro(alreadyOrdered ?? 0);
  return fromMicro(Math.max(0, toMicro(par) - thereMicro));
}

/** How much a fill puts into a row, rounded up to whole packs; null where there is nothing to put. */
export function fillAmount(item: GuideItem, kind: FillKind): number | null {
  const amount = amounts[kind](item);
  if (amount === null || amount <= 0) return null;
  return item.orderMultiple ? fromMicro(ceilToStep(toMicro(amount), toMicro(item.orderMultiple))) : amount;
}

/**
 * Fills the rows. What a person typed stays; what an earlier fill put there is replaced.
 *
 * @returns the lines afterwards, how many were filled, and how many stayed as typed
 */
export function fillLines(
  lines: Readonly<Record<string, DraftLine>>,
  rows: readonly GuideRow[],
  kind: FillKind,
): { lines: Record<string, DraftLine>; filled: number; kept: number } {
  const next = { ...lines };
  let [filled, kept] = [0, 0];
  for (const { item } of rows) {
    const line = next[item.itemId];
    if (line && line.qty !== null && !line.isFilled) {
      kept += 1;
      continue;
    }
    const qty = fillAmount(item, kind);
    next[item.itemId] = { qty, note: line?.note ?? '', isFilled: qty !== null };
    if (qty !== null) filled += 1;
  }
  return { lines: next, filled, kept };
}
