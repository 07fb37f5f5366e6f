/** A receipt posts when it is made; what was wrong about it is taken back and received again. */
export const receiptStatuses = ['Posted', 'Reversed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/** How freight and charges are spread over the lines of a receipt. */
export const chargeSpreads = ['value', 'weight'] as const;
export type ChargeSpread = (typeof chargeSpreads)[number];
