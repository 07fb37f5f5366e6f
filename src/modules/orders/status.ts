/** Every status of an order, in lifecycle order. The strings are the wire values. */
export const orderStatuses = [
  'Draft',
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
  'Rejected',
  'Cancelled',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Submitted and not rejected or cancelled; reports count these. */
export const countedStatuses = [
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
] as const satisfies readonly OrderStatus[];

/** Waiting for the kitchen or in transit. */
export const inProgressStatuses = [
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
] as const satisfies readonly OrderStatus[];

/**
 * Returns whether a status is one of ours. Other servers may send additional ones, which are shown unchanged.
 */
export function isOrderStatus(text: string): text is OrderStatus {
  return (orderStatuses as readonly string[]).includes(text);
}

/** Actions on an order; each transition is identified by its verb. */
export type OrderVerb =
  | 'submit'
  | 'recall'
  | 'send back'
  | 'send'
  | 'reject'
  | 'withdraw'
  | 'accept'
  | 'release'
  | 'ship'
  | 'unship'
  | 'receive'
  | 'reopen'
  | 'cancel';
