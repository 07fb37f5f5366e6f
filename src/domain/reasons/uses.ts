/** What a reason can be chosen for, by the fields of the collection. */
export const reasonUses = [
  'forPicking',
  'forReceiving',
  'forApproval',
  'forMoves',
  'forWaste',
  'forReturn',
  'forCount',
] as const;
export type ReasonUse = (typeof reasonUses)[number];
