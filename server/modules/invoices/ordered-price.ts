import type { UnitSize } from '#domain/exact-totals.ts';
import { agreedPriceMicro } from '#domain/purchasing/order-fulfilment.ts';
import { exactOrNull } from '#domain/quantity.ts';

/** What a query returns of the purchase line beside a received or billed line; null for what nobody ordered. */
export interface OrderedColumns {
  orderedItem: string | null;
  orderedPriceMicro: number | null;
  orderedNum: number | null;
  orderedDen: number | null;
}

/** The price in the purchase order of one of what a line counts, in millionths; null without one, and for substitutes. */
export function orderedUnitPrice(row: OrderedColumns & UnitSize & { itemId: string }): number | null {
  const {
    orderedItem: itemId,
    orderedPriceMicro: priceMicro,
    orderedNum: unitNum,
    orderedDen: unitDen,
  } = row;
  if (itemId === null || priceMicro === null || unitNum === null || unitDen === null) return null;
  return exactOrNull(() => agreedPriceMicro(row, { itemId, priceMicro, unitNum, unitDen }));
}
