import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import {
  ceilToStep,
  convertMicro,
  toExactOrNull,
  fromMicro,
  multiplyRatio,
  toMicro,
} from '#core/quantity.ts';
import type { GuideItem } from '../queries.ts';
import type { OrderDraftLine } from './draft.ts';
import type { GuideRow } from './guide-rows.ts';

/** Ways to fill the guide. */
export const fillKinds = ['needed', 'par', 'last', 'average'] as const;
export type FillKind = (typeof fillKinds)[number];

const quantityByKind: Record<FillKind, (item: GuideItem) => number | null> = {
  needed: (item) => item.suggestedQty,
  par: computeMissingToPar,
  last: (item) => item.lastOrderQty,
  average: (item) => item.averageQty,
};

/**
 * Computes the quantity needed to reach par, in order units, regardless of the suggestion. Like the server,
 * it ignores unusable stock; null if there is no par level.
 */
function computeMissingToPar({
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
  const availableMicro =
    toMicro(onHand) - unusableMicro + toMicro(inTransit ?? 0) + toMicro(alreadyOrdered ?? 0);
  return fromMicro(Math.max(0, toMicro(par) - availableMicro));
}

/** Returns the fill quantity of a row, rounded up to whole packs; null when there is none. */
export function computeFillQty(item: GuideItem, kind: FillKind): number | null {
  const amount = quantityByKind[kind](item);
  if (amount === null || amount <= 0) return null;
  return item.orderMultiple ? fromMicro(ceilToStep(toMicro(amount), toMicro(item.orderMultiple))) : amount;
}

/**
 * Fills in the rows: entered quantities are kept, earlier fills are replaced.
 *
 * @returns the new lines, and the numbers of filled lines and of entered quantities that were kept
 */
export function fillLines(
  lines: Readonly<Record<string, OrderDraftLine>>,
  rows: readonly GuideRow[],
  kind: FillKind,
): { lines: Record<string, OrderDraftLine>; filledCount: number; keptCount: number } {
  const next = { ...lines };
  let [filledCount, keptCount] = [0, 0];
  for (const { item } of rows) {
    const line = next[item.itemId];
    if (line && line.qty !== null && !line.isFilled) {
      keptCount += 1;
      continue;
    }
    const qty = computeFillQty(item, kind);
    next[item.itemId] = { qty, note: line?.note ?? '', isFilled: qty !== null };
    if (qty !== null) filledCount += 1;
  }
  return { lines: next, filledCount, keptCount };
}

/**
 * Returns the order's quantities by item in the guide's current unit. Lines for the same item are
 * added up, and substitutes are skipped.
 */
export function toDraftLines(
  order: Order,
  rowById: ReadonlyMap<string, GuideRow>,
): Record<string, OrderDraftLine> {
  const lines: Record<string, OrderDraftLine> = {};
  for (const line of order.items) {
    const { itemId, note } = line;
    if (line.orderQty <= 0) continue;
    const orderedMicro = toGuideUnit(line, rowById.get(itemId)?.item);
    const qty = fromMicro(toMicro(lines[itemId]?.qty ?? 0) + orderedMicro);
    lines[itemId] = { qty, note: note ?? '', isFilled: false };
  }
  return lines;
}

/**
 * Converts an ordered quantity to the guide's unit; unchanged if the units are equal or the guide doesn't
 * list the item.
 */
function toGuideUnit({ orderQty, unit, unitNum, unitDen }: OrderLine, item: GuideItem | undefined): number {
  const qtyMicro = toMicro(orderQty);
  if (!item || item.unit === unit) return qtyMicro;
  const ratio = () => multiplyRatio({ num: unitNum, den: unitDen }, { num: item.unitDen, den: item.unitNum });
  return toExactOrNull(() => convertMicro(qtyMicro, ratio())) ?? qtyMicro;
}
