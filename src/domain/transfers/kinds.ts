/** What a transfer is: goods of one own place to another, goods that go back where they came from, or to who sold them. */
export const transferKinds = ['transfer', 'return', 'supplier-return'] as const;
export type TransferKind = (typeof transferKinds)[number];

/** In the order of a transfer's life. */
export const transferStatuses = ['Draft', 'Sent', 'Received', 'Cancelled'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** Where goods that come back go: to the shelf, set aside for a decision, or thrown away. The reason decides it. */
export const returnDestinations = ['stock', 'hold', 'waste'] as const;
export type ReturnDestination = (typeof returnDestinations)[number];

/** How a price between two places comes about: what it costs the giver, so many percent more, or the item's fixed price. */
export const priceRules = ['cost', 'cost_plus', 'fixed'] as const;
export type PriceRule = (typeof priceRules)[number];
