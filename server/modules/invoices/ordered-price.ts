import type { UnitSize } from '#domain/exact-totals.ts';
import { agreedPriceE4 } from '#domain/purchasing/covers.ts';
import { exactly } from '#domain/quantity.ts';

/** What a query returns of the purchase line beside a received or billed line; null for what nobody ordered. */
export interface OrderedColumns {
  orderedItem: string | null;
  orderedPriceE4: number | null;
  orderedNum: number | null;
  orderedDen: number | null;
}

/** The price in the purchase order of one of what a line counts, in ten-thousandths; null without one, and for substitutes. */
export function orderedPriceOf(row: OrderedColumns & UnitSize & { itemId: string }): number | null {
  const { orderedItem: itemId, orderedPriceE4: priceE4, orderedNum: unitNum, orderedDen: unitDen } = row;
  if (itemId === null || priceE4 === null || unitNum === null || unitDen === null) return null;
  return exactly(() => agreedPriceE4(row, { itemId, priceE4, unitNum, unitDen }));
}
