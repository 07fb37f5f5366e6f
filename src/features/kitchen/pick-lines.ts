import type { OrderLine } from '#contract/orders.ts';
import { lineQuantities } from '#contract/order-rules.ts';
import { effective, lineRatio } from '#domain/orders/lines.ts';
import { convertMicro, fromMicro, invertRatio, toMicro } from '#domain/quantity.ts';
import type { Section } from '#src/collections/sections.ts';
import type { CompactStock } from '#src/collections/stock.ts';

export interface PickSection {
  id: string;
  name: string;
  lines: OrderLine[];
}

/** The lines by section in walk order; lines without one at the end. A substitute follows what it stands in for. */
export function bySection(
  lines: readonly OrderLine[],
  sections: readonly Section[],
  otherName: string,
): PickSection[] {
  const walk = sections.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const found = new Map(
    walk.map(({ _id, name }): [string, PickSection] => [_id, { id: _id, name, lines: [] }]),
  );
  const other: PickSection = { id: 'other', name: otherName, lines: [] };
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

/** What ships, what was approved, and the difference, in the line's unit. */
export function shipping(line: OrderLine): { approved: number; shipped: number; difference: number } {
  const { approvedMicro, shippedMicro } = effective(lineQuantities(line));
  return {
    approved: fromMicro(approvedMicro),
    shipped: fromMicro(shippedMicro),
    difference: fromMicro(shippedMicro - approvedMicro),
  };
}

/**
 * What the line can ship at most, in its unit: what is held for it and what nobody holds. Null where the stock of
 * the kitchen is not known.
 */
export function availableFor(
  line: OrderLine,
  stock: ReadonlyMap<string, CompactStock> | null,
): number | null {
  if (stock === null) return null;
  const row = stock.get(line.itemId);
  const free = Math.max(0, (row?.onHand ?? 0) - (row?.reserved ?? 0));
  const freeMicro = convertMicro(toMicro(Math.round(free * 1e6) / 1e6), invertRatio(lineRatio(line)));
  return fromMicro(freeMicro + toMicro(line.reservedQty ?? 0));
}

/** The stock of one kitchen by item. */
export function stockByItem(rows: readonly CompactStock[], placeId: string): Map<string, CompactStock> {
  return new Map(rows.filter((row) => row.placeId === placeId).map((row) => [row.itemId, row]));
}
