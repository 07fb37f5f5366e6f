/** What is said of a line after it was ordered, by its names on the wire, in the order of time. */
export const laterQuantities = [
  'approvedQty',
  'pickedQty',
  'shippedQty',
  'receivedQty',
  'damagedQty',
  'shortQty',
  'overQty',
] as const;
export type LaterQuantity = (typeof laterQuantities)[number];

/** The eight quantities of an order line as saved, in the line's unit. Null means unset, which is not zero. */
export type LineQuantities = { orderQtyMicro: number } & Record<`${LaterQuantity}Micro`, number | null>;

/** The same of anything that is sent and received; who approves and picks nothing of it leaves that out. */
export type ShipmentQuantities = Omit<LineQuantities, 'approvedQtyMicro' | 'pickedQtyMicro'> &
  Partial<Pick<LineQuantities, 'approvedQtyMicro' | 'pickedQtyMicro'>>;
