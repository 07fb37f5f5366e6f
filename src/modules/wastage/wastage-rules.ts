/** Wastage reasons; the strings are the wire values. */
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

/** Status of a waste record. */
export const wastageStatuses = ['Draft', 'Pending Approval', 'Posted', 'Reversed'] as const;
export type WastageStatus = (typeof wastageStatuses)[number];
