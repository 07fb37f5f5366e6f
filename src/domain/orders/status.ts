/** Every status of an order, in the order of its life. The strings are exactly what travels. */
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

/** What was handed in, and not turned down: neither drafts, nor rejected or cancelled. Figures count these. */
export const countedStatuses = [
  'Under Review',
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
  'Received',
] as const satisfies readonly OrderStatus[];

/** What waits for a kitchen or is on the road. */
export const inProgressStatuses = [
  'Sent to Central Kitchen',
  'Under Process',
  'Shipped',
] as const satisfies readonly OrderStatus[];

/** True for a status of ours. Another server may send others; they are shown as they came. */
export function isOrderStatus(text: string): text is OrderStatus {
  return (orderStatuses as readonly string[]).includes(text);
}

/** What people do with an order; a move is named by its verb. */
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
  | 'un-ship'
  | 'receive'
  | 'reopen'
  | 'cancel';
