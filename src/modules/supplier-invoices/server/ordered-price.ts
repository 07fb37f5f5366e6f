import type { UnitSize } from '#core/exact-totals.ts';
import { computeAgreedPriceMicro } from '#modules/purchase-orders/order-fulfilment.ts';
import { toExactOrNull } from '#core/quantity.ts';

/** Columns of the joined purchase line; null without an order. */
export interface OrderedColumns {
  orderedItem: string | null;
  orderedPriceMicro: number | null;
  orderedNum: number | null;
  orderedDen: number | null;
}

/**
 * Returns the order price per unit of the line, in millionths; null if it wasn't ordered or is a substitute.
 */
export function computeOrderedUnitPrice(row: OrderedColumns & UnitSize & { itemId: string }): number | null {
  const {
    orderedItem: itemId,
    orderedPriceMicro: priceMicro,
    orderedNum: unitNum,
    orderedDen: unitDen,
  } = row;
  if (itemId === null || priceMicro === null || unitNum === null || unitDen === null) return null;
  return toExactOrNull(() => computeAgreedPriceMicro(row, { itemId, priceMicro, unitNum, unitDen }));
}
