import type { OrderLine } from '#contract/orders.ts';
import { lineQuantities } from '#contract/order-rules.ts';
import { totalLotAmount, amountsByExpiry, type LotChoice, namedLots } from '#domain/lots/choose.ts';
import { getLotBlocker, isLotUsable } from '#domain/lots/lots.ts';
import { effectiveQuantities, lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, exactOrNull, fromMicro, invertRatio, toMicro } from '#domain/quantity.ts';
import type { OrderLots } from '#src/collections/orders/lots.ts';
import type { Section } from '#src/collections/places/sections.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';

export interface PickSectionLines {
  id: string;
  name: string;
  lines: OrderLine[];
}

/** The lines by section in walk order; lines without one at the end. A substitute follows what it stands in for. */
export function groupBySection(
  lines: readonly OrderLine[],
  sections: readonly Section[],
  otherName: string,
): PickSectionLines[] {
  const walk = sections.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const found = new Map(
    walk.map(({ _id, name }): [string, PickSectionLines] => [_id, { id: _id, name, lines: [] }]),
  );
  const other: PickSectionLines = { id: 'other', name: otherName, lines: [] };
  const originals = lines.filter((line) => !isSubstituteOf(line, lines));
  for (const line of originals) {
    const substitutes = lines.filter((candidate) => candidate.substituteFor === line.lineId);
    (found.get(line.section ?? '') ?? other).lines.push(line, ...substitutes);
  }
  return [...found.values(), other].filter((section) => section.lines.length > 0);
}

function isSubstituteOf(line: OrderLine, lines: readonly OrderLine[]): boolean {
  return lines.some((other) => other.lineId === line.substituteFor);
}

/** Something is entered for the line, if only 0. */
export function isPicked(line: Pick<OrderLine, 'pickedQty' | 'shippedQty'>): boolean {
  return line.pickedQty !== null || line.shippedQty !== null;
}

/**
 * The lots that a line goes out of as it stands: those that are picked, or what would be taken by expiry where none are.
 * Nothing for an item that is not kept by lots.
 *
 * @param until the day through which a lot should be good
 */
export function lineLots(
  line: OrderLine,
  choices: readonly LotChoice[] | undefined,
  until: string,
): { lots: OrderLine['lots']; isProposed: boolean; short: number } {
  if (line.lots.length > 0 || choices === undefined) return { lots: line.lots, isProposed: false, short: 0 };
  const { shippedMicro } = effectiveQuantities(lineQuantities(line));
  const amounts = amountsByExpiry(fromMicro(shippedMicro), choices, until);
  return {
    lots: namedLots(amounts, choices),
    isProposed: true,
    short: fromMicro(shippedMicro - toMicro(totalLotAmount(amounts))),
  };
}

/** Lots that were picked for a line and may not go out any more: put on hold since, or past their day. */
export function unusableLots(line: OrderLine, choices: readonly LotChoice[] = [], day: string): LotChoice[] {
  return choices.filter(
    (choice) => line.lots.some(({ lot }) => lot === choice.lot) && getLotBlocker(choice, day) !== null,
  );
}

/** What ships, what was approved, and the difference, in the line's unit. */
export function lineShipment(line: OrderLine): { approved: number; shipped: number; difference: number } {
  const { approvedMicro, shippedMicro } = effectiveQuantities(lineQuantities(line));
  return {
    approved: fromMicro(approvedMicro),
    shipped: fromMicro(shippedMicro),
    difference: fromMicro(shippedMicro - approvedMicro),
  };
}

/**
 * What the line can ship at most, in its unit: what is on hand, not held for other orders, and in a lot that may go out.
 * Null where the stock of the kitchen is not known, or not told to who counts it.
 */
export function availableForLine(
  line: OrderLine,
  stock: ReadonlyMap<string, CompactStock> | null,
  lots: OrderLots | null = null,
): number | null {
  if (stock === null || stock.get(line.itemId)?.isUntold) return null;
  const free = fromMicro(Math.max(0, toLineUnit(line, freeBaseMicro([line], stock))));
  return Math.min(free, fromMicro(coveredMicro(line, lots)));
}

/** How much of a line lots cover: those that are good for the branch, and of others what somebody has picked. */
function coveredMicro(line: OrderLine, lots: OrderLots | null): number {
  const choices = lots?.byLine.get(line.lineId);
  if (!lots || !choices) return Number.POSITIVE_INFINITY;
  const picked = new Map(line.lots.map(({ lot, qty }) => [lot, qty]));
  return choices
    .filter((choice) => isLotUsable(choice, lots.day))
    .reduce((sum, choice) => {
      const qty = isLotUsable(choice, lots.until)
        ? choice.free
        : Math.min(choice.free, picked.get(choice.lot) ?? 0);
      return sum + toMicro(qty);
    }, 0);
}

/** On hand and not held for other orders, in millionths of the base unit. The lines are of one item. */
function freeBaseMicro(lines: readonly OrderLine[], stock: ReadonlyMap<string, CompactStock>): number {
  const row = stock.get(lines[0]?.itemId ?? '');
  const own = lines.map((line) => convertMicro(toMicro(line.reservedQty ?? 0), lineRatio(line)));
  return baseMicro(row?.onHand) - baseMicro(row?.reserved) + own.reduce((sum, each) => sum + each, 0);
}

const baseMicro = (qty: number | undefined) => toMicro(Math.round((qty ?? 0) * 1e6) / 1e6);

/** Infinite where it is beyond exact numbers: more than anybody asks for. */
function toLineUnit(line: OrderLine, qtyMicro: number): number {
  const sizeMicro = exactOrNull(() => convertMicro(Math.abs(qtyMicro), invertRatio(lineRatio(line))));
  return Math.sign(qtyMicro) * (sizeMicro ?? Number.POSITIVE_INFINITY);
}

/** A line that would ship more than the kitchen has; in the unit of the line. */
export interface BeyondStock {
  line: OrderLine;
  shipped: number;
  /** What is there for this line, lines of the same item before it served first. Never below 0. */
  available: number;
  /** What the stock of the item would come to, below 0. */
  left: number;
}

/**
 * The lines that would take the stock of their item below zero, in the order of the lines; with `lots` those as well that
 * ship more than is in lots that may go out.
 */
export function beyondStock(
  lines: readonly OrderLine[],
  stock: ReadonlyMap<string, CompactStock> | null,
  lots: OrderLots | null = null,
): BeyondStock[] {
  if (stock === null) return [];
  const found: BeyondStock[] = [];
  for (const [itemId, ofItem] of Map.groupBy(lines, (line) => line.itemId)) {
    if (stock.get(itemId)?.isUntold) continue;
    let freeMicro = freeBaseMicro(ofItem, stock);
    for (const line of ofItem) {
      const { shippedMicro } = effectiveQuantities(lineQuantities(line));
      const covered = coveredMicro(line, lots);
      const available = Math.min(covered, Math.max(0, toLineUnit(line, freeMicro)));
      freeMicro -= convertMicro(shippedMicro, lineRatio(line));
      const shipped = fromMicro(shippedMicro);
      if (shippedMicro > 0 && (freeMicro < 0 || shippedMicro > covered)) {
        found.push({
          line,
          shipped,
          available: fromMicro(available),
          left: fromMicro(toLineUnit(line, freeMicro)),
        });
      }
    }
  }
  return found;
}

/** The stock of one kitchen by item. */
export function stockByItem(rows: readonly CompactStock[], placeId: string): Map<string, CompactStock> {
  return new Map(rows.filter((row) => row.placeId === placeId).map((row) => [row.itemId, row]));
}
