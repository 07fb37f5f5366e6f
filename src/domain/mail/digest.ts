/** What a digest tells of, in its order: each is a number, and the list with as many rows. */
export const digestLines = [
  'approvals',
  'late',
  'short',
  'out',
  'belowMin',
  'belowPar',
  'expired',
  'expiring',
  'discrepancies',
] as const;
export type DigestLine = (typeof digestLines)[number];
