/** Why goods are thrown away. The strings are exactly what travels. */
export const wastageReasons = [
  'expired',
  'spoiled',
  'damaged',
  'overproduction',
  'trim',
  'customer return',
  'dropped',
  'temperature',
  'quality',
  'missing',
  'staff meal',
  'other',
] as const;
export type WastageReason = (typeof wastageReasons)[number];

/** Where a waste record stands. */
export const wastageStatuses = ['Draft', 'Pending Approval', 'Posted', 'Reversed'] as const;
export type WastageStatus = (typeof wastageStatuses)[number];
