/** Quantities of a line after ordering, by wire name, in chronological order. */
export const fulfilmentQuantities = [
  'approvedQty',
  'pickedQty',
  'shippedQty',
  'receivedQty',
  'damagedQty',
  'shortQty',
  'overQty',
] as const;
export type FulfilmentQuantity = (typeof fulfilmentQuantities)[number];

/**
 * The eight stored quantities of an order line, in the line's unit. Null means not set, which isn't the same
 * as zero.
 */
export type LineQuantities = { orderQtyMicro: number } & Record<`${FulfilmentQuantity}Micro`, number | null>;

/** The same for any line that is shipped and received, without approval and picking if they don't apply. */
export type ShipmentQuantities = Omit<LineQuantities, 'approvedQtyMicro' | 'pickedQtyMicro'> &
  Partial<Pick<LineQuantities, 'approvedQtyMicro' | 'pickedQtyMicro'>>;
