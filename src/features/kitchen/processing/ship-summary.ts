import type { OrderLine } from '#contract/orders.ts';
import { shipping } from './pick-lines.ts';

export interface ShippedLine {
  lineId: string;
  itemName: string;
  unit: string;
  approved: number;
  shipped: number;
  reason: string | null;
  isSubstitute: boolean;
}

/** What a shipment posts, sorted for the words of the question before it. */
export interface ShipSummary {
  /** Lines that ship exactly as approved. */
  complete: ShippedLine[];
  short: ShippedLine[];
  /** Lines of which nothing ships. */
  left: ShippedLine[];
  /** More than approved, substitutes included. */
  more: ShippedLine[];
}

export function shipSummary(lines: readonly OrderLine[]): ShipSummary {
  const all = lines.map((line): ShippedLine => {
    const { approved, shipped } = shipping(line);
    const { lineId, itemName, unitSymbol: unit, reason } = line;
    return { lineId, itemName, unit, approved, shipped, reason, isSubstitute: line.substituteFor !== null };
  });
  return {
    complete: all.filter(({ approved, shipped }) => shipped === approved && shipped > 0),
    short: all.filter(({ approved, shipped }) => shipped > 0 && shipped < approved),
    left: all.filter(({ approved, shipped }) => shipped === 0 && approved > 0),
    more: all.filter(({ approved, shipped }) => shipped > approved),
  };
}
