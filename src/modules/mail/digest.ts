/** The lines of a digest in order; each is a count linked to the list of the counted rows. */
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
