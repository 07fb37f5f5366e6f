/** A transfer between own locations, a return to the sender, or a return to the supplier. */
export const transferKinds = ['transfer', 'return', 'supplier-return'] as const;
export type TransferKind = (typeof transferKinds)[number];

/** In lifecycle order. */
export const transferStatuses = ['Draft', 'Sent', 'Received', 'Cancelled'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** Destination of returned goods, determined by the reason: stock, hold, or waste. */
export const returnDestinations = ['stock', 'hold', 'waste'] as const;
export type ReturnDestination = (typeof returnDestinations)[number];

/** Price rule between two locations: the sender's cost, cost plus a percentage, or the item's fixed price. */
export const priceRules = ['cost', 'cost_plus', 'fixed'] as const;
export type PriceRule = (typeof priceRules)[number];
