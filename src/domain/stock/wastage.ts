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

/** Where a waste record stands. */
export const wastageStatuses = ['Draft', 'Pending Approval', 'Posted', 'Reversed'] as const;

export type WastageReason = (typeof wastageReasons)[number];
