import type { OrderLine } from '#modules/orders/shapes.ts';
import { toLineQuantities } from '#modules/orders/order-rules.ts';
import { totalLotAmount, proposeLotAmounts, type LotChoice, selectChosenLots } from '#modules/lots/choose.ts';
import { getLotBlocker, isLotUsable } from '#modules/lots/lot-rules.ts';
import { computeEffectiveQuantities, getLineRatio } from '#modules/orders/lines.ts';
import { maxRoundingMicro } from '#core/stock-rounding.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio, toMicro } from '#core/quantity.ts';
import type { OrderLotChoices } from '#modules/orders/web/queries/lots.ts';
import type { Section } from '#modules/sections/web/queries.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';

export interface SectionLines {
  id: string;
  name: string;
  lines: OrderLine[];
}

/**
 * Groups lines by section in walking order, with lines without a section last. Substitutes follow the line
 * they replace.
 */
export function groupBySection(
  lines: readonly OrderLine[],
  sections: readonly Section[],
  otherName: string,
): SectionLines[] {
  const walkingOrder = sections.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const groups = new Map(
    walkingOrder.map(({ _id, name }): [string, SectionLines] => [_id, { id: _id, name, lines: [] }]),
  );
  const withoutSection: SectionLines = { id: 'other', name: otherName, lines: [] };
  const originals = lines.filter((line) => !isSubstituteInOrder(line, lines));
  for (const line of originals) {
    const substitutes = lines.filter((candidate) => candidate.substituteFor === line.lineId);
    (groups.get(line.section ?? '') ?? withoutSection).lines.push(line, ...substitutes);
  }
  return [...groups.values(), withoutSection].filter((section) => section.lines.length > 0);
}

function isSubstituteInOrder(line: OrderLine, lines: readonly OrderLine[]): boolean {
  return lines.some((original) => original.lineId === line.substituteFor);
}

/** Returns whether a quantity is entered for the line, including 0. */
export function isPicked(line: Pick<OrderLine, 'pickedQty' | 'shippedQty'>): boolean {
  return line.pickedQty !== null || line.shippedQty !== null;
}

/**
 * Returns the lots that the line ships from: picked ones, or a proposal by expiry. Empty for items not
 * tracked by lot.
 *
 * @param validThrough ISO date through which a lot should be usable
 */
export function getShippingLots(
  line: OrderLine,
  choices: readonly LotChoice[] | undefined,
  validThrough: string,
): { lots: OrderLine['lots']; isProposed: boolean; short: number } {
  if (line.lots.length > 0 || choices === undefined) return { lots: line.lots, isProposed: false, short: 0 };
  const { shippedMicro } = computeEffectiveQuantities(toLineQuantities(line));
  const amounts = proposeLotAmounts(fromMicro(shippedMicro), choices, validThrough);
  return {
    lots: selectChosenLots(amounts, choices),
    isProposed: true,
    short: fromMicro(shippedMicro - toMicro(totalLotAmount(amounts))),
  };
}

/** Returns a line's picked lots that can't be shipped because they are on hold or expired. */
export function findUnusableLots(
  line: OrderLine,
  choices: readonly LotChoice[] = [],
  day: string,
): LotChoice[] {
  return choices.filter(
    (choice) => line.lots.some(({ lot }) => lot === choice.lot) && getLotBlocker(choice, day) !== null,
  );
}

/** Returns approved and shipped quantity and their difference, in the line's unit. */
export function getLineShipment(line: OrderLine): { approved: number; shipped: number; difference: number } {
  const { approvedMicro, shippedMicro } = computeEffectiveQuantities(toLineQuantities(line));
  return {
    approved: fromMicro(approvedMicro),
    shipped: fromMicro(shippedMicro),
    difference: fromMicro(shippedMicro - approvedMicro),
  };
}

/**
 * Returns the maximum the line can ship, in its unit: on hand, not reserved for other orders, and in usable
 * lots. Null if the stock is unknown or hidden by a blind count.
 */
export function computeAvailable(
  line: OrderLine,
  stock: ReadonlyMap<string, CompactStock> | null,
  lots: OrderLotChoices | null = null,
): number | null {
  if (stock === null || stock.get(line.itemId)?.isHidden) return null;
  const freeQty = fromMicro(Math.max(0, toLineUnit(line, computeFreeMicro([line], stock))));
  return Math.min(freeQty, fromMicro(computeCoveredMicro(line, lots)));
}

/**
 * Returns the quantity of a line that lots cover: those usable for the branch, plus others already picked.
 */
function computeCoveredMicro(line: OrderLine, lots: OrderLotChoices | null): number {
  const choices = lots?.byLine.get(line.lineId);
  if (!lots || !choices) return Number.POSITIVE_INFINITY;
  const picked = new Map(line.lots.map(({ lot, qty }) => [lot, qty]));
  return choices
    .filter((choice) => isLotUsable(choice, lots.day))
    .reduce((sum, choice) => {
      const qty = isLotUsable(choice, lots.validThrough)
        ? choice.available
        : Math.min(choice.available, picked.get(choice.lot) ?? 0);
      return sum + toMicro(qty);
    }, 0);
}

/**
 * Returns stock on hand that isn't reserved for other orders, in micro-units of the base unit. All lines must
 * be for the same item.
 */
function computeFreeMicro(lines: readonly OrderLine[], stock: ReadonlyMap<string, CompactStock>): number {
  const row = stock.get(lines[0]?.itemId ?? '');
  const reserved = lines.map((line) => convertMicro(toMicro(line.reservedQty ?? 0), getLineRatio(line)));
  return (
    toRoundedMicro(row?.onHand) -
    toRoundedMicro(row?.reserved) +
    reserved.reduce((sum, micro) => sum + micro, 0)
  );
}

const toRoundedMicro = (qty: number | undefined) => toMicro(Math.round((qty ?? 0) * 1e6) / 1e6);

/** Converts to the line's unit; infinite if the result can't be represented exactly. */
function toLineUnit(line: OrderLine, qtyMicro: number): number {
  const sizeMicro = toExactOrNull(() => convertMicro(Math.abs(qtyMicro), invertRatio(getLineRatio(line))));
  return Math.sign(qtyMicro) * (sizeMicro ?? Number.POSITIVE_INFINITY);
}

/** A line whose shipped quantity exceeds the kitchen's stock, in the line's unit. */
export interface ExceedingLine {
  line: OrderLine;
  shipped: number;
  /** Quantity available for this line after earlier lines of the same item; at least 0. */
  available: number;
  /** The item's resulting stock, below 0. */
  remaining: number;
}

/**
 * Returns the lines that would take their item's stock below zero; with `lots`, also those that exceed usable
 * lots.
 */
export function findExceedingLines(
  lines: readonly OrderLine[],
  stock: ReadonlyMap<string, CompactStock> | null,
  lots: OrderLotChoices | null = null,
): ExceedingLine[] {
  if (stock === null) return [];
  const exceeding: ExceedingLine[] = [];
  for (const [itemId, itemLines] of Map.groupBy(lines, (line) => line.itemId)) {
    if (stock.get(itemId)?.isHidden) continue;
    let freeMicro = computeFreeMicro(itemLines, stock);
    for (const line of itemLines) {
      const { shippedMicro } = computeEffectiveQuantities(toLineQuantities(line));
      const coveredByLotsMicro = computeCoveredMicro(line, lots);
      const available = Math.min(coveredByLotsMicro, Math.max(0, toLineUnit(line, freeMicro)));
      freeMicro -= convertMicro(shippedMicro, getLineRatio(line));
      const shipped = fromMicro(shippedMicro);
      // Allows for rounding of earlier lines, which the ledger corrects.
      const roundingMicro = Math.max(1, toLineUnit(line, maxRoundingMicro));
      const exceedsStock = freeMicro < -maxRoundingMicro || shippedMicro > coveredByLotsMicro + roundingMicro;
      if (shippedMicro > 0 && exceedsStock) {
        exceeding.push({
          line,
          shipped,
          available: fromMicro(available),
          remaining: fromMicro(toLineUnit(line, freeMicro)),
        });
      }
    }
  }
  return exceeding;
}

/** Returns one kitchen's stock by item. */
export function indexStockByItem(rows: readonly CompactStock[], placeId: string): Map<string, CompactStock> {
  return new Map(rows.filter((row) => row.placeId === placeId).map((row) => [row.itemId, row]));
}
